import { useTranslation } from 'react-i18next'
import { getShipmentListQueryOptions } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentSummary } from '@/api/schema'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'

const optionsOf = ({ data }: { data: ShipmentSummary[] }) =>
  data.map(({ id, tracking_code, to_name }): Option => ({ id, label: tracking_code, hint: to_name ?? '' }))

/** Finds the shipment that a message is about. */
export function ShipmentChoice({ onChoose }: { onChoose(shipment: Option): void }) {
  const { t } = useTranslation('messenger')
  return (
    <RemoteSelect
      label={t('shipment')}
      placeholder={t('searchShipment')}
      value={null}
      withinPortal={false}
      onChange={(option) => option && onChoose(option)}
      options={(search) => ({
        ...getShipmentListQueryOptions({ per_page: 10, ...(search && { search }) }),
        select: optionsOf,
      })}
    />
  )
}
