import { shipmentStatusValues } from '@/api/schema'
import { day, listSpec, oneOf, recordId, severalOf, wholeNumber, words, yesOrNo } from '@/ui/table/list-spec'
import type { ListState } from '@/ui/table/useListParams'
import { tabOf } from './tabs'

/** Parameters of the list of shipments in the address. */
export const shipmentList = listSpec({
  name: 'shipments',
  sortable: ['tracking_code', 'to_name', 'chargeable_weight_g', 'declared_value', 'created_at', 'updated_at'],
  filters: {
    status: severalOf(shipmentStatusValues),
    created_from: day,
    created_to: day,
    due_from: day,
    due_to: day,
    client_id: recordId,
    service_id: recordId,
    partner_id: recordId,
    subsidiary_id: recordId,
    to_country_id: wholeNumber,
    source: words,
    import_id: recordId,
    idle_days: wholeNumber,
    unconfirmed: oneOf([true]),
    labelled: yesOrNo,
    on_hold: yesOrNo,
    contradicted: oneOf([true]),
  },
})

export type ShipmentListState = ListState<typeof shipmentList.defaults>

/** Those behind the button, so that it can tell how many are set. */
const BEHIND = [
  'client_id',
  'service_id',
  'partner_id',
  'subsidiary_id',
  'to_country_id',
  'due_from',
  'due_to',
  'source',
  'import_id',
  'idle_days',
  'unconfirmed',
  'contradicted',
] as const

/** How many of them are set; what a tab sets is set there, too, when no tab has it. */
export const hiddenFilters = (values: typeof shipmentList.defaults) =>
  BEHIND.filter((name) => values[name] !== undefined).length +
  (tabOf(values) === undefined
    ? [values.status, values.labelled, values.on_hold].filter((one) => one !== undefined).length
    : 0)
