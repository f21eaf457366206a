import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PickListDetails } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { UnsentPick } from './UnsentPick'
import { usePickScans } from './usePickScans'

/**
 * Scans that were made here and had no answer when somebody else finished the list. They are sent all the same: some counted. Of
 * the others the goods are in the cart, until somebody says that this was seen.
 */
export function LeftPicks({ list }: { list: PickListDetails }) {
  const { t } = useTranslation(['pick-lists', 'scan'])
  const format = useFormat()
  const { unsent, again, refused, forgetRefused } = usePickScans(list)
  if (unsent.length + refused.length === 0) return null
  return (
    <PageCard title={t('left.title')}>
      <Stack gap="sm">
        {unsent.map((pick) => (
          <UnsentPick key={pick.key} pick={pick} onAgain={again} />
        ))}
        {refused.length > 0 && (
          <Alert
            color="red"
            role="alert"
            icon={<IconAlertCircle aria-hidden />}
            title={t('left.count', { count: refused.length })}
          >
            <Stack gap="xs" align="flex-start">
              {refused.map(({ key, code, quantity, refusal }) => (
                <Text key={key} size="sm">
                  {t('left.line', { number: format.number(quantity), code, reason: refusal })}
                </Text>
              ))}
              <span>{t('left.text')}</span>
              <Button variant="default" onClick={forgetRefused}>
                {t('scan:refused.seen')}
              </Button>
            </Stack>
          </Alert>
        )}
      </Stack>
    </PageCard>
  )
}
