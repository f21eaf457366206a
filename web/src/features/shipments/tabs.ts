import { ShipmentStatus } from '@/api/schema'

const codes = (...statuses: ShipmentStatus[]) => statuses.join(',')

/** The filters that a tab sets. */
export type TabFilter = { status?: string; labelled?: boolean; on_hold?: boolean }

/** The stages of work in the order of a shipment's way. What was printed, or is held, does not wait to be printed. */
export const STATUS_TABS = [
  { id: 'attention', filter: { status: codes(ShipmentStatus.NeedsAttention) } },
  { id: 'drafts', filter: { status: codes(ShipmentStatus.Draft, ShipmentStatus.AwaitingPayment) } },
  { id: 'onHold', filter: { on_hold: true } },
  { id: 'toPrint', filter: { status: codes(ShipmentStatus.Confirmed), labelled: false, on_hold: false } },
  {
    id: 'labelled',
    filter: { status: codes(ShipmentStatus.Confirmed, ShipmentStatus.Labelled), labelled: true },
  },
  {
    id: 'warehouse',
    filter: {
      status: codes(
        ShipmentStatus.Received,
        ShipmentStatus.ReweighHold,
        ShipmentStatus.Bagged,
        ShipmentStatus.Manifested,
      ),
    },
  },
  { id: 'transit', filter: { status: codes(ShipmentStatus.Departed, ShipmentStatus.Arrived) } },
  {
    id: 'customs',
    filter: { status: codes(ShipmentStatus.InCustoms, ShipmentStatus.CustomsHold, ShipmentStatus.Cleared) },
  },
  { id: 'delivery', filter: { status: codes(ShipmentStatus.LastMile) } },
  { id: 'delivered', filter: { status: codes(ShipmentStatus.Delivered) } },
  {
    id: 'problems',
    filter: {
      status: codes(
        ShipmentStatus.DeliveryFailed,
        ShipmentStatus.Returning,
        ShipmentStatus.Returned,
        ShipmentStatus.Lost,
        ShipmentStatus.Seized,
      ),
    },
  },
] as const satisfies { id: string; filter: TabFilter }[]

export type TabId = (typeof STATUS_TABS)[number]['id']

/** No tab: all filters that a tab could set are off. */
export const NO_TAB = { status: undefined, labelled: undefined, on_hold: undefined } satisfies TabFilter

const isSame = (one: TabFilter, other: TabFilter) =>
  one.status === other.status && one.labelled === other.labelled && one.on_hold === other.on_hold

/** The tab whose filters are set; 'all' when none is, undefined when no tab has them. */
export function tabOf(filter: TabFilter): TabId | 'all' | undefined {
  if (isSame(filter, NO_TAB)) return 'all'
  return STATUS_TABS.find((tab) => isSame(tab.filter, filter))?.id
}
