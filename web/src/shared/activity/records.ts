import { useClientGroupName, usePartnerName, useSubsidiaryName } from '@/api/record-names'
import type { ProfileMenu } from '@/api/schema'
import { paths } from '@/context/paths'

type RecordRow = {
  /** Users with this menu entry may open the record. */
  menu: keyof ProfileMenu
  to(record: { id: string }): string
  /** The field by which other records hold its id, and the name behind such an id. */
  idField?: string
  useName?: (id: string) => string
}

/** Actions on one's own account are actions on a user. */
const USER: RecordRow = { menu: 'users', to: paths['users.show'] }

/** The records that have a screen, by the resource of the audit log. */
export const RECORDS: Record<string, RecordRow | undefined> = {
  account: USER,
  advanced_post: { menu: 'advanced_posts', to: paths['advanced_posts.edit'] },
  bank: { menu: 'banks', to: paths['banks.edit'] },
  claim: { menu: 'claims', to: paths['claims.show'] },
  document_type: { menu: 'party_documents', to: paths['document_types.edit'] },
  client_import: { menu: 'clients', to: paths['clients.imports.show'] },
  client: { menu: 'clients', to: paths['clients.edit'] },
  client_group: {
    menu: 'client_groups',
    to: paths['client_groups.edit'],
    idField: 'group_id',
    useName: useClientGroupName,
  },
  api_token: { menu: 'integrations', to: () => paths['integrations.index']() },
  report_schedule: { menu: 'report_schedules', to: () => paths['reports.schedules']() },
  shop: { menu: 'integrations', to: () => paths['integrations.shops']() },
  webhook: { menu: 'integrations', to: paths['integrations.webhook'] },
  airport: { menu: 'airports', to: () => paths['airports.index']() },
  currency: { menu: 'currencies', to: () => paths['currencies.index']() },
  country: { menu: 'countries', to: () => paths['countries.index']() },
  offered_locale: { menu: 'locales', to: () => paths['locales.index']() },
  cash_handover: { menu: 'cash_handovers', to: paths['cash_handovers.show'] },
  cod_payout: { menu: 'cod_payouts', to: paths['cod_payouts.show'] },
  delivery: { menu: 'deliveries', to: paths['deliveries.show'] },
  deposit: { menu: 'deposits', to: paths['deposits.show'] },
  domain: { menu: 'tenant_settings', to: () => paths['tenant_settings.tab']({ tab: 'domains' }) },
  exchange_rate: { menu: 'exchange_rates', to: () => paths['exchange_rates.index']() },
  inbound_parcel: { menu: 'inbound_parcels', to: paths['inbound_parcels.show'] },
  invoice: { menu: 'invoices', to: paths['invoices.show'] },
  package: { menu: 'packages', to: paths['packages.edit'] },
  faq_group: { menu: 'faq_questions', to: paths['faq_groups.edit'] },
  faq_question: { menu: 'faq_questions', to: paths['faq_questions.edit'] },
  fuel_rate: { menu: 'fuel_rates', to: paths['fuel_rates.edit'] },
  partner: {
    menu: 'partners',
    to: paths['partners.edit'],
    idField: 'partner_id',
    useName: usePartnerName,
  },
  password: USER,
  pickup: { menu: 'pickups', to: paths['pickups.show'] },
  provider: { menu: 'providers', to: paths['providers.edit'] },
  price_assignment: { menu: 'price_assignments', to: paths['price_assignments.edit'] },
  price_table: { menu: 'price_tables', to: paths['price_tables.show'] },
  quote: { menu: 'quotes', to: paths['quotes.show'] },
  regulatory_request: { menu: 'regulatory_requests', to: paths['regulatory_requests.show'] },
  bag: { menu: 'bags', to: paths['bags.show'] },
  manifest: { menu: 'manifests', to: paths['manifests.show'] },
  mawb: { menu: 'mawbs', to: paths['mawbs.show'] },
  mawb_range: { menu: 'mawbs', to: () => paths['mawb_ranges.index']() },
  inventory: { menu: 'inventories', to: paths['inventories.show'] },
  pick_list: { menu: 'pick_lists', to: paths['pick_lists.show'] },
  buying_request: { menu: 'buying_requests', to: paths['buying_requests.show'] },
  purchase: { menu: 'purchases', to: paths['purchases.show'] },
  stock: { menu: 'stocks', to: paths['stocks.show'] },
  stock_import: { menu: 'stocks', to: paths['stocks.imports.show'] },
  stock_item: { menu: 'stock_items', to: paths['stock_items.edit'], idField: 'item_id' },
  stock_place: { menu: 'stock_places', to: paths['stock_places.edit'] },
  cargo_message: { menu: 'mawbs', to: paths['cargo_messages.show'] },
  carrier_handover: { menu: 'providers', to: paths['providers.edit'] },
  carrier_label: { menu: 'shipments', to: paths['shipments.show'] },
  master: { menu: 'mawbs', to: paths['masters.show'] },
  break_bag: { menu: 'mawbs', to: paths['break_bags.show'] },
  repack: { menu: 'repacks', to: paths['repacks.show'] },
  reweigh: { menu: 'reweighs', to: () => paths['reweighs.index']() },
  route: { menu: 'routes', to: paths['routes.show'] },
  saved_address: { menu: 'saved_addresses', to: paths['saved_addresses.edit'] },
  second_factor: USER,
  service: { menu: 'services', to: paths['services.edit'] },
  service_group: { menu: 'service_groups', to: paths['service_groups.edit'] },
  indication: { menu: 'indications', to: () => paths['indications.index']() },
  review: { menu: 'reviews', to: paths['reviews.show'] },
  shipment: { menu: 'shipments', to: paths['shipments.show'] },
  shipment_import: { menu: 'shipments', to: paths['shipments.imports.show'] },
  subsidiary: {
    menu: 'subsidiaries',
    to: paths['subsidiaries.edit'],
    idField: 'subsidiary_id',
    useName: useSubsidiaryName,
  },
  support_department: { menu: 'support_departments', to: paths['support_departments.edit'] },
  support_subject: { menu: 'support_subjects', to: paths['support_subjects.edit'] },
  support_template: { menu: 'support_templates', to: paths['support_templates.edit'] },
  support_ticket: { menu: 'support_tickets', to: paths['support_tickets.show'] },
  tax_rule: { menu: 'tax_rules', to: paths['tax_rules.edit'] },
  tracking_event: { menu: 'tracking_events', to: paths['tracking_events.edit'] },
  upload: { menu: 'uploads', to: () => paths['uploads.index']() },
  user: USER,
  user_profile: { menu: 'profiles', to: paths['profiles.edit'] },
  warehouse: { menu: 'warehouses', to: paths['warehouses.edit'] },
}
