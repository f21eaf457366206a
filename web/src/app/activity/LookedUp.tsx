import { useEventName, usePartnerName, useServiceName, useSubsidiaryName } from '@/api/record-names'
import { useCountryName } from '@/api/useCountryName'
import { bareName } from './names'

type LookedUpProps = {
  field: string
  value: string | number
  /** Of any other field, and of what has no name. */
  other: string
}

/** What an id or a code stands for, by its name. */
export function LookedUp({ field, value, other }: LookedUpProps) {
  const name = bareName(field)
  const useName = NAMES[name]
  return useName ? <Named key={name} value={value} useName={useName} other={other} /> : other
}

type UseName = (value: string) => string

const useNameOfCountry: UseName = (id) => useCountryName()(Number(id))

const NAMES: Record<string, UseName | undefined> = {
  country_id: useNameOfCountry,
  event_code: useEventName,
  partner_id: usePartnerName,
  service_id: useServiceName,
  subsidiary_id: useSubsidiaryName,
}

type NamedProps = Omit<LookedUpProps, 'field'> & { useName: UseName }

function Named({ value, useName, other }: NamedProps) {
  return useName(String(value)) || other
}
