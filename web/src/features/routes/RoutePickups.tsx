import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core'
import { IconMapPinOff, IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeliveryRouteDetails, PickupStatus, type RoutePickup } from '@/api/schema'
import { useStreet } from '@/api/usePlaces'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { pickupLook } from '@/shared/pickups/status'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { numberOf } from './number-of'
import classes from './Routes.module.css'
import { useRoutePickups } from './useRoutePickups'

const AddPickups = lazy(() => onceOnline(() => import('./AddPickups')))

/** The pickups of a run, numbered among its deliveries. */
export function RoutePickups({ route }: { route: DeliveryRouteDetails }) {
  const { t } = useTranslation('routes')
  const { can, menu } = useProfile()
  const changes = useRoutePickups(route)
  const [adding, setAdding] = useState<'open' | 'closed'>()
  if (!menu.pickups && route.pickups.length === 0) return null
  const canChange = menu.pickups === true && route.can.update && can['pickup.schedule'] === true
  return (
    <PageCard title={t('pickups.title')}>
      {route.pickups.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('pickups.none')}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one
        <ul role="list" className={classes.list}>
          {route.pickups.map((pickup) => (
            <li key={pickup.id} className={classes.stop} data-done={pickup.done_at !== null || undefined}>
              <Pickup pickup={pickup} number={numberOf(route, pickup.id)} />
              {canChange && pickup.status === PickupStatus.Scheduled && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={changes.busy}
                  aria-label={t('move.remove', { name: pickup.client_name })}
                  onClick={() => void changes.remove(pickup.pickup_id)}
                >
                  <IconX size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && (
        <Group mt="sm">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setAdding('open')}
          >
            {t('pickups.add')}
          </Button>
        </Group>
      )}
      {adding && (
        <Suspense>
          <AddPickups
            opened={adding === 'open'}
            onClose={() => setAdding('closed')}
            onAdd={changes.add}
            on_date={route.on_date}
          />
        </Suspense>
      )}
    </PageCard>
  )
}

function Pickup({ pickup, number }: { pickup: RoutePickup; number: number }) {
  const { t } = useTranslation('routes')
  const { t: pickups } = useTranslation('pickups')
  const { menu } = useProfile()
  const format = useFormat()
  const { pickup_id, client_name, on_date, from_time, to_time, city } = pickup
  const { country_id, address_1, address_number } = pickup
  const streetOf = useStreet()
  const street = streetOf({ country_id, address_1, address_number })
  return (
    <>
      <span className={classes.number}>{number}</span>
      <span className={classes.name}>
        {menu.pickups ? (
          <Anchor component={AppLink} to={paths['pickups.show']({ id: pickup_id })} size="sm">
            {client_name}
          </Anchor>
        ) : (
          client_name
        )}
        <Text size="xs" c="dimmed">
          {[`${format.day(on_date)} ${from_time}–${to_time}`, street, city].filter(Boolean).join(' · ')}
          {pickup.latitude === null && (
            <>
              {' · '}
              <IconMapPinOff size={13} role="img" aria-label={t('noPlace')} />
            </>
          )}
        </Text>
      </span>
      <span>
        <StatusBadge status={pickupLook(pickup.status, pickups)} />
        <Text size="xs" c="dimmed">
          {t('pickups.parcels', { count: pickup.parcels, number: format.number(pickup.parcels) })}
        </Text>
      </span>
    </>
  )
}
