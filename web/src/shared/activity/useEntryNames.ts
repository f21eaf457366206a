import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import {
  useLookupCountries,
  useLookupServices,
  useLookupShipmentEvents,
} from '@/api/generated/endpoints/lookups/lookups'
import type { AuditEntry } from '@/api/schema'
import { bareName } from './names'
import { readable } from './values'
import { textsOf } from './words'

const ifNeeded = (enabled: boolean) => ({ query: { ...FOREVER.query, enabled }, request: { quiet: true } })

/** Whether the texts and names that the rows of these entries show are there. */
export function useAreNamed(entries: AuditEntry[] = []) {
  const changed = entries.filter(({ changes }) => readable(changes).length > 0)
  const texts = new Set(changed.flatMap(({ action }) => textsOf(action.split('.')[0] ?? '')))
  const fields = new Set(changed.flatMap(({ changes }) => changes.map(({ field }) => bareName(field))))
  const { ready } = useTranslation(['activity', ...texts], { useSuspense: false })
  const countries = useLookupCountries(ifNeeded(fields.has('country_id')))
  const events = useLookupShipmentEvents(ifNeeded(fields.has('event_code')))
  const services = useLookupServices(ifNeeded(fields.has('service_id')))
  return ready && [countries, events, services].every(({ isLoading }) => !isLoading)
}

type Listed = { data: { data: AuditEntry[] } | undefined }

/** A list of entries, as one still loading until it can name what changed: a longer line would move the rows below it. */
export function useOnceEntriesAreNamed<R extends Listed>(result: R) {
  return useAreNamed(result.data?.data) ? result : { ...result, data: undefined }
}
