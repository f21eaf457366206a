import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Bag } from '@/api/schema'
import { paths } from '@/context/paths'
import { bagLook } from '@/shared/bags/status'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'

/** The bags in which the parcels of a shipment are. */
export default function ShipmentBags({ bags }: { bags: Bag[] }) {
  const { t } = useTranslation('bags')
  return (
    <PageCard title={bags.length === 1 ? t('one') : t('title')}>
      {bags.map(({ id, number, status, seal, origin_airport, destination_airport }) => (
        <Facts key={id} label={number}>
          <Fact label={t('field.number')}>
            <Anchor component={AppLink} to={paths['bags.show']({ id })} size="sm">
              {number}
            </Anchor>
          </Fact>
          <Fact label={t('field.status')}>
            <StatusBadge status={bagLook(status, t)} />
          </Fact>
          <Fact label={t('field.way')}>{`${origin_airport} → ${destination_airport}`}</Fact>
          <Fact label={t('field.seal')}>{seal}</Fact>
        </Facts>
      ))}
    </PageCard>
  )
}
