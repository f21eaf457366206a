import { useCountryName } from '@/api/useCountryName'
import { useEventName } from '@/api/useEventName'

type LookedUpProps = {
  field: string
  value: string | number
  /** Of any other field, and of what no lookup has. */
  other: string
}

/** A value by its name, where a lookup knows it. */
export function LookedUp({ field, value, other }: LookedUpProps) {
  if (field.endsWith('country_id')) return <CountryName id={Number(value)} other={other} />
  if (field.endsWith('event_code')) return <EventName code={String(value)} other={other} />
  return other
}

function CountryName({ id, other }: { id: number; other: string }) {
  return useCountryName()(id) || other
}

function EventName({ code, other }: { code: string; other: string }) {
  return useEventName(code) || other
}
