import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Import } from '@/api/schema'
import { useProfile } from '@/context/session'
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
import { Warnings } from './Warnings'

/** Results of the dry run: nothing is imported yet. */
export function CheckStep({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const label = useFieldLabel()
  const missing = lacking(shown.mapping).filter(
    (field) => !field.startsWith('from_') || !isSentByClient(shown),
  )
  const { own } = useImportKind()
  const { new_shipments, attention_shipments, taken_lines } = shown.counts
  const count = own ? taken_lines : new_shipments
  const number = format.number(count)
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Title order={2}>{t('check.title')}</Title>
        <Text size="sm" c="dimmed">
          {t('check.text')}
        </Text>
        <Counts counts={shown.counts} planned />
        <OwnSender shown={shown} />
      </Stack>
      {attention_shipments > 0 && missing.length > 0 && (
        <Alert role="note" color="yellow" icon={<IconInfoCircle aria-hidden />} title={t('check.attention')}>
          {t('check.attentionText', { fields: listed(missing.map(label)) })}
        </Alert>
      )}
      <Prices shown={shown} />
      <Missing shown={shown} />
      <Warnings shown={shown} />
      <Problems shown={shown} />
      {count === 0 && (
        <Alert role="note" icon={<IconInfoCircle aria-hidden />}>
          {t(own ? `${own}.nothingNew` : 'check.nothingNew')}
        </Alert>
      )}
      <Group justify="space-between">
        <Discard shown={shown} />
        <Group gap="xs">
          <GoOn shown={shown} startLabel={t(own ? `${own}.start` : 'check.start', { count, number })} />
        </Group>
      </Group>
    </Stack>
  )
}

/** A file that names no sender lacks none of its fields. */
const isSentByClient = ({ prices }: Import) =>
  prices !== null && prices.shipments > 0 && prices.sent_by_client === prices.shipments

/** How many shipments the client sends itself, because their rows name no sender. */
function OwnSender({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const { is_outside } = useProfile()
  const format = useFormat()
  const count = shown.prices?.sent_by_client ?? 0
  if (count === 0) return null
  const number = format.number(count)
  return (
    <Text size="sm">
      {is_outside ? t('check.sentByYou', { count, number }) : t('check.sentByClient', { count, number })}
    </Text>
  )
}
