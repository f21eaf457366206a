import type { FlatNamespace } from 'i18next'

/** Where the words of coded values stand, whatever their record. */
const SHARED: Record<string, string> = {
  account_type: 'party-records:account.type',
  carrier_handover: 'activity:carrierHandover',
  contents_type: 'shipments:contents',
  document_paper: 'settings:documents.paper',
  document_type: 'shipment-form:documentType',
  due: 'waybills:due',
  event: 'waybills:report',
  fail_reason: 'pickups:reason',
  hold_reason: 'shipments:hold.reasons',
  kind: 'profiles:kind',
  label_format: 'account:labelFormats',
  non_delivery: 'shipments:nonDelivery',
  package_type: 'packages:type',
  payment: 'shipment-payment:way',
  person_type: 'activity:personType',
  prefered_size_unit: 'users:size',
  prefered_weight_unit: 'users:weight',
  rate_class: 'waybills:rateClass',
  size_unit: 'users:size',
  ticket_status: 'activity:ticketStatus',
  user_type: 'users:type',
  weight_source: 'activity:weightSource',
  weight_unit: 'users:weight',
}

/** Where they stand for one record: 20 is not the same status of a shipment and of a delivery. */
const OF_RECORDS: Record<string, Record<string, string>> = {
  bag: { kind: 'bags:kind', status: 'bags:status' },
  bank_account: { pix_key_type: 'party-records:account.pix' },
  break_bag: {
    next_step: 'break-bags:step',
    resolution: 'break-bags:resolution',
    status: 'break-bags:status',
  },
  buying_request: { status: 'buying-requests:status' },
  cash_handover: { status: 'cash-handovers:status' },
  claim: { kind: 'activity:claim', status: 'activity:claim' },
  client: { kyc_status: 'clients:kyc' },
  cod_payout: { method: 'cod-payouts:method', status: 'cod-payouts:status' },
  delivery: { status: 'deliveries:status' },
  deposit: { method: 'deposits:method' },
  inbound_parcel: { status: 'inbound-parcels:status' },
  inventory: { status: 'inventories:status' },
  invoice: { status: 'invoices:status' },
  manifest: { kind: 'manifests:kind', purpose: 'manifests:purpose', status: 'manifests:status' },
  master: { kind: 'masters:kind', status: 'masters:status' },
  mawb: { payment: 'waybills:payment', status: 'waybills:status' },
  party_address: { kind: 'party-records:address.kind' },
  party_document: { kind: 'party-documents:kind' },
  pick_list: { status: 'pick-lists:status' },
  pickup: { status: 'pickups:status' },
  price_assignment: { scope: 'price-assignments:scope' },
  price_table: { kind: 'price-tables:kind' },
  price_table_version: {
    kind: 'price-parts:adjustment',
    priced_per: 'price-parts:per',
    status: 'price-tables:status',
    volumetric_rule: 'price-parts:volumetric',
    weighed_per: 'price-parts:per',
  },
  provider: { provider_type: 'providers:type' },
  purchase: { status: 'purchases:status' },
  quote: { status: 'quotes:status' },
  regulatory_request: {
    category: 'regulatory-requests:category',
    status: 'regulatory:status',
    step: 'regulatory-requests:step',
  },
  repack: { status: 'repacks:status' },
  report: { report: 'reports:name' },
  report_schedule: {
    report: 'reports:name',
    rhythm: 'report-schedules:rhythm',
    span: 'report-schedules:span',
  },
  reweigh: { verdict: 'reweighs:verdict' },
  route: { status: 'routes:status' },
  shipment: { status: 'shipment-status:status' },
  stock_item: { unit: 'stock-items:unit' },
  stock_place: { kind: 'stock-places:kind' },
  upload: { audience: 'uploads:audience' },
  warehouse: { warehouse_type: 'warehouses:type' },
}

/** Texts of fields and values that the words above do not name, loaded when a page of the log has such an entry. */
const TEXTS: Record<string, FlatNamespace[] | undefined> = {
  account: ['users'],
  bank_account: ['party-records'],
  feature_flag: ['feature-flags'],
  mawb: ['waybills'],
  package: ['packages'],
  pickup: ['pickups'],
  shipment: ['shipments', 'shipment-form', 'shipment-payment', 'users'],
  shipment_import: ['imports', 'shipment-form'],
  tenant_setting: ['users', 'settings'],
  user: ['users'],
  user_profile: ['profiles'],
}

/** Where the words of a value can stand, those of its record first. */
export const wordsOf = (name: string, resource: string) =>
  [OF_RECORDS[resource]?.[name], SHARED[name]].filter((key) => key !== undefined)

/** The namespaces that entries of a record need. */
export const textsOf = (resource: string): FlatNamespace[] => {
  const words = Object.values(OF_RECORDS[resource] ?? {}).map((key) => key.split(':')[0] as FlatNamespace)
  return [...new Set([...(TEXTS[resource] ?? []), ...words])]
}
