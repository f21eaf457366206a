import { Button, Code, Group, List, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Shop } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { addressOf } from './words'

/** The address that is entered in the shop, and where. */
export function ShopAddress({ shop }: { shop: Shop }) {
  const { t } = useTranslation('shops')
  const address = addressOf(shop.path)

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      notify.success(t('address.copied'))
    } catch (error) {
      notify.failure(error)
    }
  }

  return (
    <Stack gap="xs">
      <List size="sm" type="ordered">
        <List.Item>{t(`steps.${shop.kind}.open`)}</List.Item>
        <List.Item>{t(`steps.${shop.kind}.event`)}</List.Item>
        <List.Item>{t(`steps.${shop.kind}.secret`)}</List.Item>
      </List>
      <Text size="sm">{t('address.label')}</Text>
      <Group gap="xs">
        <Code role="group" aria-label={t('address.label')} style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Code>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('address.copy')}
        </Button>
      </Group>
    </Stack>
  )
}
