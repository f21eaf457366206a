import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ImportStatus, type ShipmentImport } from '@/api/schema'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import { Moment } from '@/ui/time/Moment'
import { Counts } from './Counts'
import { Discard } from './Discard'
import { GoOn } from './GoOn'
import { Missing } from './Missing'
import { Problems } from './Problems'
import { isDiscarded } from './steps'

/** The result of the import. */
export function ResultStep({ shown }: { shown: ShipmentImport }) {
  const { t } = useTranslation('imports')
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Title order={2}>{t(`result.title.${shown.status}` as 'result.title.50')}</Title>
        {shown.finished_at && (
          <Text size="sm" c="dimmed">
            <Moment at={shown.finished_at} />
            {shown.created_by_name && ` · ${shown.created_by_name}`}
          </Text>
        )}
        {shown.status === ImportStatus.Interrupted && <Interrupted shown={shown} />}
        {isDiscarded(shown.status) && (
          <Alert role="note" icon={<IconBan aria-hidden />}>
            {t('result.cancelled')}
          </Alert>
        )}
        <Counts counts={shown.counts} planned={false} importId={shown.id} />
      </Stack>
      <Missing shown={shown} />
      <Problems shown={shown} />
      <Next shown={shown} />
    </Stack>
  )
}

function Interrupted({ shown }: { shown: ShipmentImport }) {
  const { t } = useTranslation('imports')
  return (
    <Alert role="note" color="orange" icon={<IconAlertTriangle aria-hidden />} title={shown.failure?.message}>
      {t('result.interrupted')}
    </Alert>
  )
}

function Next({ shown }: { shown: ShipmentImport }) {
  const { t } = useTranslation('imports')
  const { can } = useProfile()
  const corrects = can['shipment_import.create'] && shown.counts.refused_lines > 0 && !shown.can.process
  return (
    <Group justify="space-between">
      <Discard shown={shown} />
      <Group gap="xs">
        <Button variant="default" component={AppLink} to={paths['shipments.imports.index']()}>
          {t('result.all')}
        </Button>
        {shown.counts.new_shipments > 0 && !shown.can.process && (
          <Button
            variant={corrects ? 'default' : 'filled'}
            renderRoot={(props) => <Link to="/shipments" search={{ import_id: shown.id }} {...props} />}
          >
            {t('result.see')}
          </Button>
        )}
        {corrects && (
          <Button
            renderRoot={(props) => (
              <Link
                to="/shipments/imports/new"
                search={{ client: shown.client_id ?? undefined }}
                {...props}
              />
            )}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t('result.correct')}
          </Button>
        )}
        <GoOn shown={shown} startLabel={t('result.goOn')} />
      </Group>
    </Group>
  )
}
