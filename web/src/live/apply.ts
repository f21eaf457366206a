import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '@/api/schema'

/** Events that come together are applied together. */
const GATHERED_MS = 150
/** After a loss, everything that is shown is fetched again within this time. */
const SPREAD_MS = 3_000

type Wanted = (key: QueryKey) => boolean

/** The first parts of the addresses that show records of a resource, where these are not its plural. */
const SHOWN: Record<string, string[]> = {
  advanced_post: ['advanced_posts', 'auxiliar'],
  airport: ['airports', 'auxiliar'],
  currency: ['currencies', 'auxiliar'],
  country: ['countries', 'auxiliar'],
  deposit: ['deposits', 'waiting'],
  regulatory_request: ['anvisa_solicita'],
  saved_address: ['saved_addresses'],
  service: ['services', 'auxiliar'],
  shipment: ['shipments', 'portal', 'tracking', 'waiting'],
  subsidiary: ['subsidiaries'],
  support_ticket: ['support_tickets', 'waiting'],
  tracking_event: ['tracking_events', 'auxiliar'],
  user: ['users', 'user'],
}

/** Before the name in a key: some calls read with POST, because of their many parameters. */
const PREFIXES = new Set(['POST', 'backoffice'])

const UUID = /^[0-9a-f]{8}-/

/** Whether a query shows these records, or a list of their resource. */
export function shows(key: QueryKey, resource: string, ids: string[]): boolean {
  const [first, second] = key.filter((part) => !PREFIXES.has(String(part)))
  if (!(SHOWN[resource] ?? [`${resource}s`]).includes(String(first).replaceAll('-', '_'))) return false
  const isOfOne = typeof second === 'string' && UUID.test(second)
  return !isOfOne || ids.length === 0 || ids.includes(second)
}

/** Cached data about the company. */
const OF_COMPANY = new Set(['config', 'domain', 'profile', 'feature_flags', 'tenant_settings'])

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
