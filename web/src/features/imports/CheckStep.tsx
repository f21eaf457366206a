import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Import } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { listed } from '@/ui/wording'
import { Counts } from './Counts'
import { Discard } from './Discard'
import { useFieldLabel } from './fields'
import { GoOn } from './GoOn'
import { useImportKind } from './kind'
import { Missing } from './Missing'
import { lacking } from './mapping'
import { Prices } from './Prices'
import { Problems } from './Problems'

/** Results of the dry run: nothing is imported yet. */
export function CheckStep({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const label = useFieldLabel()
  const missing = lacking(shown.mapping)
  const { isClients } = useImportKind()
  const { new_shipments, attention_shipments, taken_lines } = shown.counts
  const count = isClients ? taken_lines : new_shipments
  const number = format.number(count)
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Title order={2}>{t('check.title')}</Title>
        <Text size="sm" c="dimmed">
          {t('check.text')}
        </Text>
        <Counts counts={shown.counts} planned />
      </Stack>
      {attention_shipments > 0 && missing.length > 0 && (
        <Alert role="note" color="yellow" icon={<IconInfoCircle aria-hidden />} title={t('check.attention')}>
          {t('check.attentionText', { fields: listed(missing.map(label)) })}
        </Alert>
      )}
      <Prices shown={shown} />
      <Missing shown={shown} />
      <Problems shown={shown} />
      {count === 0 && (
        <Alert role="note" icon={<IconInfoCircle aria-hidden />}>
          {t(isClients ? 'clients.nothingNew' : 'check.nothingNew')}
        </Alert>
      )}
      <Group justify="space-between">
        <Discard shown={shown} />
        <Group gap="xs">
          <GoOn
            shown={shown}
            startLabel={t(isClients ? 'clients.start' : 'check.start', { count, number })}
          />
        </Group>
      </Group>
    </Stack>
  )
}
