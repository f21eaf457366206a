import type { PickupDetails, TrackedJourney } from '@/api/schema'
import { shipmentCode } from '@/shared/tracking/codes'

/** The shipment behind a scanned code; an extra one is not among those that were asked for. */
export type FoundParcel = { name?: string; isExtra?: true }

type Subject = Pick<PickupDetails, 'shipments'>

const nameOf = (...words: (string | null)[]) => words.filter(Boolean).join(', ') || undefined

/** Looks codes up: in the pickup itself, and where none is found, among all shipments. */
export async function findParcels(
  { shipments }: Subject,
  codes: string[],
  search: (codes: string[]) => Promise<TrackedJourney[]>,
): Promise<[string, FoundParcel | null][]> {
  const own = new Map(shipments.map((one) => [one.tracking_code, one]))
  const others = [...new Set(codes.map(shipmentCode))].filter((code) => !own.has(code))
  const found = others.length > 0 ? await search(others) : []
  const extra = new Map(found.filter(({ shipment_id }) => shipment_id).map((one) => [one.tracking_code, one]))
  return codes.map((code): [string, FoundParcel | null] => {
    const known = own.get(shipmentCode(code))
    if (known) return [code, { name: nameOf(known.to_name, known.to_city) }]
    const other = extra.get(shipmentCode(code))
    return [code, other ? { name: nameOf(other.to_name, other.to_city), isExtra: true } : null]
  })
}
