import { Anchor, Badge, Group, Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBagExpected } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Bag, ExpectedShipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import classes from './Bags.module.css'

/** Lines that are shown; a warehouse can have hundreds. */
const MOST = 50

/** Parcels in the warehouse that belong into the bag. */
export function Expected({ bag }: { bag: Bag }) {
  const { t } = useTranslation('bags')
  const format = useFormat()
  const result = useBagExpected(bag.id)
  const shipments = result.data?.data
  return (
    <PageCard title={t('expected.title')}>
      {!shipments && result.error ? <LoadFailure title={t('expected.failed')} result={result} /> : null}
      {!shipments && !result.error && <Loader aria-label={t('expected.title')} />}
      {shipments?.length === 0 && <Text size="sm">{t('expected.none')}</Text>}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('expected.title')}>
        {shipments?.slice(0, MOST).map((shipment) => (
          <li key={shipment.shipment_id} className={classes.line}>
            <Line shipment={shipment} />
          </li>
        ))}
      </ul>
      {shipments && shipments.length > MOST && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('expected.more', { number: format.number(shipments.length - MOST) })}
        </Text>
      )}
    </PageCard>
  )
}

function Line({ shipment }: { shipment: ExpectedShipment }) {
  const { t } = useTranslation('bags')
  const { can } = useProfile()
  const { shipment_id, tracking_code, to_name, to_city, parcel_count, missing_count } = shipment
  const { is_held, is_unconfirmed, is_uncleared } = shipment
  return (
    <>
      <span>
        {can['shipment.show'] ? (
          <Anchor component={AppLink} to={paths['shipments.show']({ id: shipment_id })}>
            {tracking_code}
          </Anchor>
        ) : (
          tracking_code
        )}
        <Text size="xs" c="dimmed">
          {[to_name, to_city].filter(Boolean).join(' · ')}
        </Text>
      </span>
      <Group gap="xs">
        {parcel_count > 1 && (
          <Text size="sm">{t('expected.missing', { missing: missing_count, total: parcel_count })}</Text>
        )}
        {is_held && (
          <Badge variant="light" color="orange" tt="none">
            {t('expected.held')}
          </Badge>
        )}
        {is_unconfirmed && (
          <Badge variant="light" color="orange" tt="none">
            {t('expected.unconfirmed')}
          </Badge>
        )}
        {is_uncleared && (
          <Badge variant="light" color="red" tt="none">
            {t('expected.uncleared')}
          </Badge>
        )}
      </Group>
    </>
  )
}
