import type { ReactNode } from 'react'
import { getShipmentListQueryOptions } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentSummary } from '@/api/schema'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'

const optionsOf = ({ data }: { data: ShipmentSummary[] }) =>
  data.map(({ id, tracking_code, to_name }): Option => ({ id, label: tracking_code, hint: to_name ?? '' }))

type ShipmentChoiceProps = {
  label: string
  placeholder: string
  value: Option | null
  onChange(shipment: Option | null): void
  error?: ReactNode
  withinPortal?: boolean
}

/** Finds a shipment by its code, its reference or its recipient. */
export function ShipmentChoice(props: ShipmentChoiceProps) {
  return (
    <RemoteSelect
      {...props}
      options={(search) => ({
        ...getShipmentListQueryOptions({ per_page: 10, ...(search && { search }) }),
        select: optionsOf,
      })}
    />
  )
}
