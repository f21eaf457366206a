import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  IconFlagCheck,
  IconMoodSmile,
  IconPackageExport,
  IconPackageImport,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type FieldPickup, type FieldRoute, type FieldRoutes, type FieldStop, RunStatus } from '@/api/schema'
import { useStreet } from '@/api/usePlaces'
import { ScreenFailure } from '@/blocks/ScreenFailure'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { stopLook } from '@/shared/deliveries/status'
import { inOneOrder } from '@/shared/deliveries/visit-order'
import { pickupLook } from '@/shared/pickups/status'
import { AppLink } from '@/ui/AppLink'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import classes from './Field.module.css'
import { FieldHeader } from './FieldHeader'
import { mayForget } from './home-screen'
import { isLate, otherDayOf } from './late'
import { sortByBoard } from './on-board'
import { progressOf } from './run-progress'
import { useRuns } from './useRuns'
import { isOpen, isPickup, type Visit } from './visit'

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
        {mayForget() && (
          <Alert color="blue" mb="sm">
            {t('homeScreen')}
          </Alert>
        )}
        {data && <OwnCash cash={data.cash} />}
        <Stack>
          {routes?.map((route) => (
            <Run key={route.id} route={route} />
          ))}
        </Stack>
      </ResourcePage>
    </div>
  )
}

/** The cash that the driver has to hand in at the office. */
function OwnCash({ cash }: Pick<FieldRoutes, 'cash'>) {
  const { t } = useTranslation('field')
  const format = useFormat()
  if (cash.length === 0) return null
  const amount = cash.map((one) => format.money(one.amount, one.currency)).join(' · ')
  return (
    <Text mb="sm" fw={600}>
      {t('cashCarried', { amount })}
    </Text>
  )
}

function Run({ route }: { route: FieldRoute }) {
  const { t } = useTranslation('field')
  const format = useFormat()
  const { can } = useProfile()
  const progress = progressOf(route)
  const visits = visitsOf(route)
  const isUnderWay = route.status === RunStatus.InProgress
  return (
    <PageCard label={route.number}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {route.number}
        </Title>
        <Text size="sm" c="dimmed">
          {[format.day(route.on_date), t('doneOf', progress)].join(' · ')}
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
      {isUnderWay && progress.done === progress.total && can['route.close'] && can['route.show'] && (
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
      <Visits route={route} visits={visits.filter(isOpen)} />
      {progress.done > 0 && (
        <details>
          <summary>{t('done', { count: progress.done })}</summary>
          <Visits route={route} visits={visits.filter((visit) => !isOpen(visit))} />
        </details>
      )}
    </PageCard>
  )
}

const visitsOf = ({ stops, pickups }: FieldRoute): Visit[] => inOneOrder(stops, pickups)

/** Deliveries and pickups in the order in which the driver comes to them. */
function Visits({ route, visits }: { route: FieldRoute; visits: Visit[] }) {
  if (visits.length === 0) return null
  const all = visitsOf(route)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
    <ol role="list" className={classes.list}>
      {visits.map((visit) => (
        <li key={visit.id}>
          <AppLink to={paths['field.stop']({ id: visit.id })} className={classes.stop}>
            <span className={classes.number}>{all.findIndex(({ id }) => id === visit.id) + 1}</span>
            {isPickup(visit) ? (
              <Pickup pickup={visit} day={route.on_date} />
            ) : (
              <Stop stop={visit} day={route.on_date} isUnderWay={route.status === RunStatus.InProgress} />
            )}
          </AppLink>
        </li>
      ))}
    </ol>
  )
}

type StopProps = { stop: FieldStop; day: string; isUnderWay: boolean }

function Stop({ stop, day, isUnderWay }: StopProps) {
  const { t } = useTranslation('field')
  const { t: deliveries } = useTranslation('deliveries')
  const format = useFormat()
  return (
    <>
      <span className={classes.name}>
        {stop.recipient_name}
        <Window stop={stop} day={day} />
        <Text size="xs" c="dimmed">
          <Where of={stop} />
        </Text>
      </span>
      {stop.outcome ? (
        <StatusBadge status={stopLook(stop.outcome, deliveries)} />
      ) : (
        <Text size="sm">
          {t('parcels', { count: sortByBoard(stop.parcels, isUnderWay).toHand.length })}
          {stop.cod_due && stop.cod_currency && (
            <>
              <br />
              {t('cashDue', { amount: format.money(stop.cod_due, stop.cod_currency) })}
            </>
          )}
        </Text>
      )}
    </>
  )
}

/** Where parcels are collected. */
function Pickup({ pickup, day }: { pickup: FieldPickup; day: string }) {
  const { t } = useTranslation('field')
  const format = useFormat()
  const other = otherDayOf(pickup, day)
  const { t: pickupTexts } = useTranslation('pickups')
  return (
    <>
      <span className={classes.name}>
        {pickup.client_name}
        <Text size="xs">
          <IconPackageExport size={14} aria-hidden /> {pickupTexts('one')}
        </Text>
        {other && isOpen(pickup) && (
          <Text size="xs" c="orange" fw={600}>
            {format.day(other)}
          </Text>
        )}
        <Window stop={{ ...pickup, outcome: pickup.done_at }} day={pickup.on_date} />
        <Text size="xs" c="dimmed">
          <Where of={pickup} />
        </Text>
      </span>
      {isOpen(pickup) ? (
        <Text size="sm">{t('parcels', { count: pickup.parcels })}</Text>
      ) : (
        <StatusBadge status={pickupLook(pickup.status, pickupTexts)} />
      )}
    </>
  )
}

type Place = Pick<FieldStop, 'country_id' | 'address_1' | 'address_number' | 'city'>

function Where({ of: { country_id, address_1, address_number, city } }: { of: Place }) {
  const streetOf = useStreet()
  return [streetOf({ country_id, address_1, address_number }), city].filter(Boolean).join(' · ')
}

type WindowProps = {
  stop: Pick<FieldStop, 'from_time' | 'to_time'> & { outcome: string | null }
  day: string
}

/** When somebody is there; red once that is over. */
function Window({ stop, day }: WindowProps) {
  const { t } = useTranslation('field')
  if (!stop.from_time || !stop.to_time) return null
  const times = `${stop.from_time}–${stop.to_time}`
  if (!isLate(stop, day)) return <Text size="xs">{times}</Text>
  return (
    <Text size="xs" c="red" fw={600}>
      {t('late', { times })}
    </Text>
  )
}

/** It has not begun; one that is closed stays for its proofs. */
const isPlanned = ({ status }: FieldRoute) => status === RunStatus.Ready || status === RunStatus.Loaded
