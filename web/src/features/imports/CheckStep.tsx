import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle, IconPlayerPlay } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ShipmentImport } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { Counts } from './Counts'
import { Discard } from './Discard'
import { useFieldLabel } from './fields'
import { Missing } from './Missing'
import { lacking } from './mapping'
import { Problems } from './Problems'
import { useStart } from './useStart'

/** What the dry run found: nothing has come in yet. */
export function CheckStep({ shown }: { shown: ShipmentImport }) {
  const { t } = useTranslation('imports')
  const format = useFormat()
  const navigate = useNavigate()
  const start = useStart(shown.id)
  const label = useFieldLabel()
  const missing = lacking(shown.mapping)
  const { new_shipments, attention_shipments } = shown.counts
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
          {t('check.attentionText', { fields: missing.map(label).join(', ') })}
        </Alert>
      )}
      <Missing shown={shown} />
      <Problems shown={shown} />
      {new_shipments === 0 && (
        <Alert role="note" icon={<IconInfoCircle aria-hidden />}>
          {t('check.nothingNew')}
        </Alert>
      )}
      <Group justify="space-between">
        <Discard shown={shown} />
        <Group gap="xs">
          {shown.can.update && (
            <Button variant="default" onClick={() => void navigate({ to: '.', search: { step: 'map' } })}>
              {t('check.change')}
            </Button>
          )}
          {shown.can.process && (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              loading={start.isPending}
              onClick={() => start.mutate({ id: shown.id })}
            >
              {t('check.start', { count: new_shipments, number: format.number(new_shipments) })}
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  )
}
