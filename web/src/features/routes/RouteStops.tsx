import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconMapPin,
  IconMapPinOff,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconX,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeliveryRouteDetails, type RouteStop, RunStatus } from '@/api/schema'
import { useStreet } from '@/api/usePlaces'
import { paths } from '@/context/paths'
import { deliveryLook, stopLook } from '@/shared/deliveries/status'
import { AppLink } from '@/ui/AppLink'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { numberOf } from './number-of'
import classes from './Routes.module.css'
import { useStops } from './useStops'

const AddStops = lazy(() => onceOnline(() => import('./AddStops')))

/** The stops of a run in their order. Those that are done stay where they are. */
export function RouteStops({ route }: { route: DeliveryRouteDetails }) {
  const { t } = useTranslation('routes')
  const changes = useStops(route)
  const [adding, setAdding] = useState<'open' | 'closed'>()
  const takesMore = route.can.update && route.status !== RunStatus.InProgress
  const add = takesMore && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => setAdding('open')}
    >
      {t('addStops')}
    </Button>
  )
  return (
    <PageCard title={t('field.stops')}>
      {route.stops.length === 0 ? (
        <EmptyState icon={IconMapPin} title={t('noStops')} action={add} />
      ) : (
        <>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
          <ol role="list" className={classes.list}>
            {route.stops.map((stop, at) => (
              <li key={stop.id} className={classes.stop} data-done={stop.outcome !== null || undefined}>
                <span className={classes.number}>{numberOf(route, stop.id)}</span>
                <Name stop={stop} />
                <Outcome stop={stop} />
                {route.can.update && stop.outcome === null && (
                  <Controls stop={stop} at={at} stops={route.stops} changes={changes} />
                )}
              </li>
            ))}
          </ol>
          <Group mt="sm">{add}</Group>
        </>
      )}
      {adding && (
        <Suspense>
          <AddStops
            opened={adding === 'open'}
            onClose={() => setAdding('closed')}
            onAdd={changes.add}
            known={route.stops.map(({ delivery_id }) => delivery_id)}
          />
        </Suspense>
      )}
    </PageCard>
  )
}

function Name({ stop }: { stop: RouteStop }) {
  const { t } = useTranslation('routes')
  const format = useFormat()
  const { country_id, address_1, address_number } = stop
  const streetOf = useStreet()
  const street = streetOf({ country_id, address_1, address_number })
  const cash =
    stop.cod_due && stop.cod_currency && t('cash', { amount: format.money(stop.cod_due, stop.cod_currency) })
  const window = stop.from_time && stop.to_time && `${stop.from_time}–${stop.to_time}`
  return (
    <span className={classes.name}>
      <Anchor component={AppLink} to={paths['deliveries.show']({ id: stop.delivery_id })} size="sm">
        {stop.recipient_name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {[street, stop.city, window, cash].filter(Boolean).join(' · ')}
        {stop.latitude === null && (
          <>
            {' · '}
            <IconMapPinOff size={13} role="img" aria-label={t('noPlace')} />
          </>
        )}
      </Text>
    </span>
  )
}

function Outcome({ stop }: { stop: RouteStop }) {
  const { t } = useTranslation(['routes', 'deliveries'])
  const { t: deliveries } = useTranslation('deliveries')
  const look = stop.outcome ? stopLook(stop.outcome, deliveries) : deliveryLook(stop.status, deliveries)
  return (
    <span>
      <StatusBadge status={look} />
      <Text size="xs" c="dimmed">
        {t('loadedOf', { count: stop.parcels, total: stop.parcels, loaded: stop.loaded })}
      </Text>
    </span>
  )
}

type ControlsProps = {
  stop: RouteStop
  at: number
  stops: RouteStop[]
  changes: ReturnType<typeof useStops>
}

function Controls({ stop, at, stops, changes }: ControlsProps) {
  const { t } = useTranslation('routes')
  const { id, pinned, recipient_name: name } = stop
  const isFree = (place: number) => stops[place] !== undefined && stops[place].outcome === null
  const look = { variant: 'subtle', color: 'gray', disabled: changes.busy } as const
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        {...look}
        data-move={`${id} -1`}
        disabled={changes.busy || !isFree(at - 1)}
        aria-label={t('move.up', { name })}
        onClick={() => void changes.move(at, -1)}
      >
        <IconArrowUp size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        data-move={`${id} 1`}
        disabled={changes.busy || !isFree(at + 1)}
        aria-label={t('move.down', { name })}
        onClick={() => void changes.move(at, 1)}
      >
        <IconArrowDown size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        aria-label={t(pinned ? 'move.unpin' : 'move.pin', { name })}
        aria-pressed={pinned}
        onClick={() => void changes.pin(at)}
      >
        {pinned ? <IconPin size={16} aria-hidden /> : <IconPinnedOff size={16} stroke={1.75} aria-hidden />}
      </ActionIcon>
      <ActionIcon {...look} aria-label={t('move.remove', { name })} onClick={() => void changes.remove(at)}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
