import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '@/api/schema'

/** Events that come together are applied together. */
const GATHERED_MS = 150
/** After a loss, everything that is shown is fetched again within this time. */
const SPREAD_MS = 3_000

type Wanted = (key: QueryKey) => boolean

/**
 * The words that begin the addresses of what shows a resource, without ids, where they are not its plural. The money of
 * a client is named by the client, and changes what can be invoiced. The dashboard counts what is to be done.
 */
const SHOWN: Record<string, string[]> = {
  advanced_post: ['advanced_posts', 'auxiliar'],
  airport: ['airports', 'auxiliar'],
  api_token: ['api_tokens'],
  bag: ['bags', 'dashboard'],
  bank_account: ['bank_accounts', 'dashboard'],
  client: ['clients', 'dashboard', 'account', 'account_client'],
  currency: ['currencies', 'auxiliar'],
  country: ['countries', 'auxiliar'],
  // Counted cash can be paid out to its client; a difference is work until somebody has decided it.
  cash_handover: ['cash_handovers', 'cod_payouts/open', 'dashboard', 'waiting'],
  cod_payout: ['cod_payouts'],
  // Cash that drivers have taken waits to be counted.
  delivery: [
    'shipment_deliveries',
    'cash_handovers/waiting',
    'cod_payouts/open',
    'field',
    'dashboard',
    'waiting',
  ],
  deposit: ['deposits', 'dashboard', 'waiting', 'portal/documents', 'clients/merge'],
  document_type: ['document_types', 'party_documents'],
  exchange_rate: ['exchange_rates', 'dashboard'],
  faq_group: ['faq_groups', 'faq_questions', 'faq'],
  faq_question: ['faq_questions', 'faq_groups', 'faq'],
  inbound_parcel: ['inbound_parcels', 'receiving', 'repacks', 'dashboard'],
  invoice: ['invoices', 'dashboard', 'portal/documents'],
  manifest: ['manifests', 'dashboard'],
  mawb: ['mawbs', 'dashboard'],
  offered_locale: ['locales', 'auxiliar'],
  order_layer: ['order_layer'],
  package: ['packages', 'auxiliar'],
  partner: ['partners', 'partner_configs'],
  party_address: ['party_addresses'],
  pickup: ['shipment_pickups', 'dashboard', 'waiting'],
  price_assignment: ['price_assignments', 'dashboard'],
  receiving: ['receiving'],
  report_schedule: ['report_schedules'],
  reweigh: ['reweighs', 'waiting', 'dashboard'],
  regulatory_request: ['anvisa_solicita', 'regulatory_documents', 'dashboard'],
  route: ['routes', 'field'],
  saved_address: ['saved_addresses'],
  saved_parcel: ['saved_parcels'],
  service: ['services', 'auxiliar', 'dashboard'],
  shipment: ['shipments', 'dashboard', 'chart', 'portal', 'tracking', 'waiting', 'clients/activity'],
  shipment_import: ['shipment_imports', 'dashboard'],
  inventory: ['inventories'],
  purchase: ['purchases'],
  buying_request: ['buying_requests'],
  stock: ['stocks', 'stock_movements', 'stock_items', 'pick_lists'],
  stock_item: ['stock_items', 'stocks'],
  stock_place: ['stock_places', 'stocks'],
  subsidiary: ['subsidiaries'],
  support_ticket: ['support_tickets', 'dashboard', 'chart', 'waiting'],
  tracking_event: ['tracking_events', 'auxiliar'],
  user: ['users', 'user', 'dashboard'],
  wallet: [
    'wallets',
    'dashboard',
    'clients/wallet',
    'clients/activity',
    'clients/merge',
    'invoices/proposal',
    'account_deletion',
  ],
}

/** The same for records that stand below one of another kind, whose id is in the address instead of theirs. */
const SHOWN_BELOW: Record<string, string[]> = {
  // Waybills count and weigh their bags.
  bag: ['mawbs', 'masters/bags', 'shipments/transports'],
  bank_account: ['clients/deposit_accounts'],
  delivery: ['shipments/deliveries'],
  // A manifest of a waybill has what is on it.
  mawb: ['manifests', 'bags', 'shipments/transports'],
  manifest: ['shipments/transports'],
  // Runs list their pickups, also on the phone of the driver.
  pickup: ['routes', 'field'],
  partner_service: ['partners/partner_services'],
  price_table_version: ['price_tables/versions'],
}

/** Before the name in a key: some calls read with POST, because of their many parameters. */
const PREFIXES = new Set(['POST', 'backoffice'])

const UUID = /^[0-9a-f]{8}-/

/** Whether the words of an address begin with these. */
const beginsWith = (words: string[], beginning: string) =>
  beginning.split('/').every((word, at) => word === words[at])

/** Whether a query shows these records, or a list of their resource. */
export function shows(key: QueryKey, resource: string, ids: string[]): boolean {
  const parts = key.filter((part) => typeof part === 'string' && !PREFIXES.has(part)) as string[]
  const words = parts.filter((part) => !UUID.test(part)).map((part) => part.replaceAll('-', '_'))
  const isAmong = (beginnings: string[]) => beginnings.some((beginning) => beginsWith(words, beginning))
  if (isAmong(SHOWN_BELOW[resource] ?? [])) return true
  if (!isAmong(SHOWN[resource] ?? [`${resource}s`])) return false
  const [, second] = parts
  return !second || !UUID.test(second) || ids.length === 0 || ids.includes(second)
}

/** Cached data about the company. */
const OF_COMPANY = new Set(['config', 'dashboard', 'domain', 'profile', 'feature_flags', 'tenant_settings'])

const wantedBy = (event: LiveEvent): Wanted => {
  switch (event.type) {
    case 'records.changed':
      return (key) => shows(key, event.resource, event.ids)
    case 'settings.changed':
      return ([first]) => OF_COMPANY.has(String(first))
    case 'rights.changed':
      // `can` is part of every answer.
      return () => true
    default:
      return () => false
  }
}

/** Fetches again what the events name, as far as it is shown; the rest is fetched when it is shown. */
export class Refresher {
  #wanted: Wanted[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly #queryClient: QueryClient

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  event(event: LiveEvent, spreadMs: number) {
    this.#later(wantedBy(event), GATHERED_MS + Math.random() * spreadMs)
  }

  /** Events were missed: nothing that is shown is certain. */
  everything() {
    this.#later(() => true, GATHERED_MS + Math.random() * SPREAD_MS)
  }

  end() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wanted = []
  }

  #later(wanted: Wanted, delay: number) {
    this.#wanted.push(wanted)
    this.#timer ??= setTimeout(() => this.#run(), delay)
  }

  #run() {
    const wanted = this.#wanted
    this.end()
    void this.#queryClient.invalidateQueries({
      predicate: ({ queryKey }) => wanted.some((wants) => wants(queryKey)),
    })
  }
}
