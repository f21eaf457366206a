import { type Waybill, WaybillStatus } from '@/api/schema'

export type MissingPart = 'flights' | 'shipper' | 'consignee' | 'contents' | 'weight'

const isOpen = (status: WaybillStatus) => status === WaybillStatus.Draft || status === WaybillStatus.Booked

/** Fields that a waybill needs before it is issued, in the order of the work. */
export function missingParts({ status, legs, shipper, consignee, counted, totals }: Waybill): MissingPart[] {
  if (!isOpen(status)) return []
  const isEmpty = counted.bags + counted.loose_shipments === 0
  const parts: [MissingPart, boolean][] = [
    ['flights', legs.length === 0],
    ['shipper', !shipper],
    ['consignee', !consignee],
    ['contents', isEmpty],
    ['weight', !isEmpty && totals.gross_g === 0],
  ]
  return parts.filter(([, isMissing]) => isMissing).map(([part]) => part)
}
