import { Alert, Anchor, Button, Group, Stack } from '@mantine/core'
import { IconSteeringWheel } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRouteShow } from '@/api/generated/endpoints/deliveries/deliveries'
import { type DeliveryRouteDetails, RunStatus } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { writePlace } from '@/ui/fields/coordinates'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useRouteActions } from './actions'
import { RoutePickups } from './RoutePickups'
import { RouteStops } from './RouteStops'
import classes from './Routes.module.css'
import { runLook } from './status'

/** One run: who drives it where, and the one next step. */
export function RoutePage({ id }: { id: string }) {
  const { t } = useTranslation('routes')
  return (
    <RecordPage
      result={useRouteShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useRouteActions()}
      sideAt="start"
      side={(route) => <RouteFacts route={route} />}
    >
      {(route) => (
        <div>
          <NextStep route={route} />
          {route.is_cash_waiting && <CashWaiting />}
          <Stack>
            <RouteStops route={route} />
            <RoutePickups route={route} />
          </Stack>
        </div>
      )}
    </RecordPage>
  )
}

/** Says what a run lacks to go on, and the way back of its driver, who came here from the phone's list to start it. */
function NextStep({ route }: { route: DeliveryRouteDetails }) {
  const { t } = useTranslation('routes')
  const { id, menu } = useProfile()
  if (route.status === RunStatus.InProgress && route.driver_id === id && menu.field)
    return (
      <Group mb="md">
        <Button
          component={AppLink}
          to={paths.field()}
          leftSection={<IconSteeringWheel size={18} aria-hidden />}
        >
          {t('toStops')}
        </Button>
      </Group>
    )
  if (route.status !== RunStatus.Draft) return null
  return (
    <Alert color="blue" mb="md">
      {route.driver_id ? t('needsStops') : t('needsDriver')}
    </Alert>
  )
}

/** The driver hands the cash in; somebody else counts it. */
function CashWaiting() {
  const { t } = useTranslation('routes')
  const { menu } = useProfile()
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between">
        {t('cashWaiting')}
        {menu.cash_handovers && (
          <Anchor renderRoot={(props) => <AppLink {...props} to={paths['cash_handovers.index']()} />}>
            {t('cashCount')}
          </Anchor>
        )}
      </Group>
    </Alert>
  )
}

function RouteFacts({ route }: { route: DeliveryRouteDetails }) {
  const { t } = useTranslation('routes')
  const format = useFormat()
  const { planned_m, started_at, closed_at } = route
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={runLook(route.status, t)} />
      <Facts className={classes.facts}>
        <Fact label={t('field.driver')}>{route.driver_name}</Fact>
        <Fact label={t('field.on_date')}>{format.day(route.on_date)}</Fact>
        <Fact label={t('field.vehicle')}>{route.vehicle}</Fact>
        <Fact label={t('field.stops')}>
          {t('doneOf', { done: route.done_count, total: route.stop_count })}
        </Fact>
        <Fact label={t('field.planned_m')}>
          {planned_m !== null && t('kilometres', { number: format.number(Math.round(planned_m / 100) / 10) })}
        </Fact>
        <Fact label={t('field.start')}>{writePlace(route.start_latitude, route.start_longitude)}</Fact>
        <Fact label={t('field.note')} long>
          {route.note}
        </Fact>
        <Fact label={t('field.reason')} long>
          {route.reason}
        </Fact>
        <Fact label={t('field.started_at')}>{started_at && <Moment at={started_at} />}</Fact>
        <Fact label={t('field.closed_at')}>{closed_at && <Moment at={closed_at} />}</Fact>
      </Facts>
    </PageCard>
  )
}
