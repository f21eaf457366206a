import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Import, ImportStatus } from '@/api/schema'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Moment } from '@/ui/time/Moment'
import { Counts } from './Counts'
import { Discard } from './Discard'
import { GoOn } from './GoOn'
import { useImportKind } from './kind'
import { Missing } from './Missing'
import { Problems } from './Problems'
import { isDiscarded } from './steps'
import { Warnings } from './Warnings'

/** The result of the import. */
export function ResultStep({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const { own } = useImportKind()
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
            {t(own ? `${own}.cancelled` : 'result.cancelled')}
          </Alert>
        )}
        <Counts counts={shown.counts} planned={false} importId={shown.id} />
      </Stack>
      <Missing shown={shown} />
      <Warnings shown={shown} />
      <Problems shown={shown} />
      <Next shown={shown} />
    </Stack>
  )
}

function Interrupted({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const { own } = useImportKind()
  return (
    <Alert
      role="note"
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={own === 'stock' ? t('stock.failed') : shown.failure?.message}
    >
      {own === 'stock' && shown.failure && <div>{shown.failure.message}</div>}
      {t(own ? `${own}.interrupted` : 'result.interrupted')}
    </Alert>
  )
}

function Next({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const { can } = useProfile()
  const kind = useImportKind()
  const corrects = can[kind.right] && shown.counts.refused_lines > 0 && !shown.can.process
  return (
    <Group justify="space-between">
      <Discard shown={shown} />
      <Group gap="xs">
        <Button variant="default" component={AppLink} to={kind.index()}>
          {t('result.all')}
        </Button>
        {!shown.can.process && <See shown={shown} variant={corrects ? 'default' : 'filled'} />}
        {corrects && (
          <Button
            renderRoot={(props) =>
              kind.own === 'clients' ? (
                <Link to="/clients/imports/new" {...props} />
              ) : kind.own === 'stock' ? (
                <Link to="/stocks/imports/new" {...props} />
              ) : (
                <Link
                  to="/shipments/imports/new"
                  search={{ client: shown.client_id ?? undefined }}
                  {...props}
                />
              )
            }
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

/** Leads to the new shipments of this import, to the newest clients, or to the goods. */
function See({ shown, variant }: { shown: Import; variant: 'default' | 'filled' }) {
  const { t } = useTranslation('imports')
  const { own } = useImportKind()
  if (own === 'stock' && shown.counts.taken_lines > 0) {
    return (
      <Button variant={variant} renderRoot={(props) => <Link to="/stocks" {...props} />}>
        {t('stock.see')}
      </Button>
    )
  }
  if (own === 'clients' && shown.counts.taken_lines > 0) {
    return (
      <Button
        variant={variant}
        renderRoot={(props) => <Link to="/clients" search={{ sort: '-created_at' }} {...props} />}
      >
        {t('clients.see')}
      </Button>
    )
  }
  if (shown.counts.new_shipments === 0) return null
  return (
    <Button
      variant={variant}
      renderRoot={(props) => <Link to="/shipments" search={{ import_id: shown.id }} {...props} />}
    >
      {t('result.see')}
    </Button>
  )
}
