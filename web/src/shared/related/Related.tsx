import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useShipmentList } from '@/api/generated/endpoints/shipments/shipments'
import { useUserList } from '@/api/generated/endpoints/users/users'
import type { ShipmentSummary, User } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { type Matches, useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { Moment } from '@/ui/time/Moment'
import classes from './Related.module.css'

/** The record of the page, as the lists filter by it. */
type Of = { client_id: string } | { partner_id: string } | { subsidiary_id: string }

const FEW = { per_page: 10 }

/** The shipments and the users of a client, a partner or a subsidiary, where the current user may see them, below other cards. */
export function Related({ of, children }: { of: Of; children?: ReactNode }) {
  const { menu } = useProfile()
  const shipments = useShipmentList(
    { ...FEW, ...of, sort: '-created_at' },
    { query: { enabled: menu.shipments === true } },
  )
  const users = useUserList({ ...FEW, ...of }, { query: { enabled: menu.users === true } })
  // Together: a card that came later would move the next one.
  const isWaiting = shipments.isLoading || users.isLoading
  if (isWaiting && !children) return <Skeleton className={classes.waiting} radius="md" />
  return (
    <div className={classes.column}>
      {children}
      {isWaiting && <Skeleton className={classes.waiting} radius="md" />}
      {!isWaiting && menu.shipments && <Shipments of={of} result={shipments} />}
      {!isWaiting && menu.users && <Users of={of} result={users} />}
    </div>
  )
}

const address = (path: string, of: Of) => `${path}?${new URLSearchParams(of)}`

type CardProps<T extends { id: string }> = { of: Of; result: RelatedResult<T> }

/** The last shipments alone, where the current user may see them, and what stands below them. */
export function RelatedShipments({ of, children }: { of: Of; children?: ReactNode }) {
  const { menu } = useProfile()
  const result = useShipmentList(
    { per_page: 5, ...of, sort: '-created_at' },
    { query: { enabled: menu.shipments === true } },
  )
  // Together: a list that grew later would move the next card.
  if (result.isLoading) return <Skeleton className={classes.waiting} radius="md" />
  return (
    <>
      {menu.shipments && <Shipments of={of} result={result} />}
      {children}
    </>
  )
}

function Shipments({ of, result }: CardProps<ShipmentSummary>) {
  const { t } = useTranslation(['common', 'shipment-status', 'shell'])
  return (
    <RelatedCard
      title={t('shell:resources.shipment')}
      none={t('related.noShipments')}
      to={address(paths['shipments.index'](), of)}
      result={result}
    >
      {(shipment) => (
        <>
          <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment.id })} size="sm">
            {shipment.tracking_code}
          </Anchor>
          <Text size="sm" c="dimmed">
            {[shipment.to_name, t(`shipment-status:status.${shipment.status}`)].filter(Boolean).join(' · ')}
            {' · '}
            <Moment at={shipment.created_at} relative />
          </Text>
        </>
      )}
    </RelatedCard>
  )
}

function Users({ of, result }: CardProps<User>) {
  const { t } = useTranslation(['common', 'shell'])
  return (
    <RelatedCard
      title={t('shell:resources.user')}
      none={t('related.noUsers')}
      to={address(paths['users.index'](), of)}
      result={result}
    >
      {(user) => (
        <>
          <Anchor component={AppLink} to={paths['users.show']({ id: user.id })} size="sm">
            {user.name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {user.email}
          </Text>
        </>
      )}
    </RelatedCard>
  )
}

type RelatedResult<T> = {
  data: { data: T[]; meta: Matches } | undefined
  error: unknown
  isFetching: boolean
  refetch(): unknown
}

type RelatedCardProps<T> = {
  title: string
  /** In place of an empty list. */
  none: string
  /** The whole list, with the same filter. */
  to: string
  result: RelatedResult<T>
  /** Below the records: how to add one. */
  action?: ReactNode
  children(row: T): ReactNode
}

/** Some records that belong to the one of the page, and the way to all of them. */
export function RelatedCard<T extends { id: string }>(props: RelatedCardProps<T>) {
  const { title, none, to, result, action, children } = props
  const { t } = useTranslation()
  const format = useFormat()
  const heading = useId()
  const found = result.data
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} size="h5" id={heading}>
          {title}
        </Title>
        {found && found.meta.total > 0 && (
          <Anchor component={AppLink} to={to} size="sm">
            {t('related.all', { count: found.meta.total, number: format.total(found.meta) })}
          </Anchor>
        )}
      </Group>
      {!found && result.error ? <LoadFailure title={t('table.failed')} result={result} /> : null}
      {found?.data.length === 0 && <Text c="dimmed">{none}</Text>}
      <ul className={classes.list}>
        {found?.data.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      {action}
    </section>
  )
}
