import { useEventName, useServiceName } from '@/api/record-names'
import { useCountryName } from '@/api/useCountryName'
import { RECORDS } from '../records'
import { bareName } from './names'

type LookedUpProps = {
  field: string
  value: string | number
  /** For any other field, and for ids without a name. */
  other: string
}

/** The name of an id or a code. */
export function LookedUp({ field, value, other }: LookedUpProps) {
  const name = bareName(field)
  const useName = LOOKUPS[name] ?? Object.values(RECORDS).find((record) => record?.idField === name)?.useName
  return useName ? <Named key={name} value={value} useName={useName} other={other} /> : other
}

type UseName = (value: string) => string

const useNameOfCountry: UseName = (id) => useCountryName()(Number(id))

const LOOKUPS: Record<string, UseName | undefined> = {
  country_id: useNameOfCountry,
  event_code: useEventName,
  service_id: useServiceName,
}

type NamedProps = Omit<LookedUpProps, 'field'> & { useName: UseName }

function Named({ value, useName, other }: NamedProps) {
  return useName(String(value)) || other
}
