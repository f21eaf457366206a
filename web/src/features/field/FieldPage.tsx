import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconFlagCheck, IconMoodSmile, IconPackageImport, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type FieldRoute, type FieldStop, RunStatus } from '@/api/schema'
import { ScreenFailure } from '@/blocks/ScreenFailure'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { stopLook } from '@/shared/deliveries/status'
import { AppLink } from '@/ui/AppLink'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import classes from './Field.module.css'
import { FieldHeader } from './FieldHeader'
import { isLate } from './late'
import { useRuns } from './useRuns'

/** The runs of the driver who holds the phone, with the stops in their order. */
export function FieldPage() {
  const { t } = useTranslation('field')
  const { result, data, queue } = useRuns()
  const routes = data?.routes
  const current = routes?.find(({ status }) => status === RunStatus.InProgress) ?? routes?.[0]
  return (
    <div className={classes.page}>
      <link rel="manifest" href="/field.webmanifest" />
      <FieldHeader route={current} queue={queue} />
      <ResourcePage title={t('title')}>
        {!routes && result.error ? <ScreenFailure title={t('loadFailed')} result={result} /> : null}
        {!routes && !result.error && <Skeleton h="60vh" radius="md" />}
        {routes?.length === 0 && <EmptyState icon={IconMoodSmile} title={t('none')} text={t('noneText')} />}
        <Stack>
          {routes?.map((route) => (
            <Run key={route.id} route={route} />
          ))}
        </Stack>
      </ResourcePage>
    </div>
  )
}

const isDone = ({ outcome }: FieldStop) => outcome !== null

function Run({ route }: { route: FieldRoute }) {
  const { t } = useTranslation('field')
  const format = useFormat()
  const { can } = useProfile()
  const done = route.stops.filter(isDone)
  const open = route.stops.filter((stop) => !isDone(stop))
  const isUnderWay = route.status === RunStatus.InProgress
  return (
    <PageCard label={route.number}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {route.number}
        </Title>
        <Text size="sm" c="dimmed">
          {[format.day(route.on_date), t('doneOf', { total: route.stops.length, done: done.length })].join(
            ' · ',
          )}
        </Text>
      </Group>
      {route.note && <Text size="sm">{route.note}</Text>}
      {isPlanned(route) && (
        <Group gap="xs" my="sm">
          {can['route.load'] && route.stops.length > 0 && (
            <Button
              component={AppLink}
              to={paths['routes.load']({ id: route.id })}
              variant="default"
              leftSection={<IconPackageImport size={18} aria-hidden />}
            >
              {t('load')}
            </Button>
          )}
          {can['route.show'] && (
            <Button
              component={AppLink}
              to={paths['routes.show']({ id: route.id })}
              variant="default"
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
            >
              {t('toStart')}
            </Button>
          )}
        </Group>
      )}
      {isUnderWay && isAllDone(route) && can['route.close'] && can['route.show'] && (
        <Group gap="xs" my="sm">
          <Button
            component={AppLink}
            to={paths['routes.show']({ id: route.id })}
            variant="default"
            leftSection={<IconFlagCheck size={18} aria-hidden />}
          >
            {t('toClose')}
          </Button>
        </Group>
      )}
      <Stops stops={open} route={route} />
      {done.length > 0 && (
        <details>
          <summary>{t('done', { count: done.length })}</summary>
          <Stops stops={done} route={route} />
        </details>
      )}
    </PageCard>
  )
}

function Stops({ stops, route }: { stops: FieldStop[]; route: FieldRoute }) {
  const { t } = useTranslation(['field', 'deliveries'])
  const format = useFormat()
  const { t: deliveries } = useTranslation('deliveries')
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ol role="list" className={classes.list}>
      {stops.map((stop) => (
        <li key={stop.id}>
          <AppLink to={paths['field.stop']({ id: stop.id })} className={classes.stop}>
            <span className={classes.number}>{route.stops.findIndex(({ id }) => id === stop.id) + 1}</span>
            <span className={classes.name}>
              {stop.recipient_name}
              <Window stop={stop} route={route} />
              <Text size="xs" c="dimmed">
                {[[stop.address_1, stop.address_number].filter(Boolean).join(', '), stop.city]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </span>
            {stop.outcome ? (
              <StatusBadge status={stopLook(stop.outcome, deliveries)} />
            ) : (
              <Text size="sm">
                {t('parcels', { count: stop.parcels.length })}
                {stop.cod_due && stop.cod_currency && (
                  <>
                    <br />
                    {t('cashDue', { amount: format.money(stop.cod_due, stop.cod_currency) })}
                  </>
                )}
              </Text>
            )}
          </AppLink>
        </li>
      ))}
    </ol>
  )
}

/** When somebody is there to take it; red once that is over. */
function Window({ stop, route }: { stop: FieldStop; route: FieldRoute }) {
  const { t } = useTranslation('field')
  if (!stop.from_time || !stop.to_time) return null
  const times = `${stop.from_time}–${stop.to_time}`
  if (!isLate(stop, route.on_date)) return <Text size="xs">{times}</Text>
  return (
    <Text size="xs" c="red" fw={600}>
      {t('late', { times })}
    </Text>
  )
}

/** It has not begun; one that is closed stays for its proofs. */
const isPlanned = ({ status }: FieldRoute) => status === RunStatus.Ready || status === RunStatus.Loaded

const isAllDone = ({ stops, pickups }: FieldRoute) =>
  stops.every(({ outcome }) => outcome !== null) && pickups.every(({ done_at }) => done_at !== null)
