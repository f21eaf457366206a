import { isDay } from '@/ui/fields/birthday'
import type { AgentValues, PartyValues, WaybillValues } from './values'

export type CheckTexts = { required: string; notADay: string }

/** The form asks for an airline, or for the reason of an amendment. */
export type FormOf = 'new' | 'edit' | 'amend'

type Problems = Record<string, string>

/** Faults that the form finds without the server, by the paths of the fields. */
export function checkWaybill(values: WaybillValues, form: FormOf, texts: CheckTexts): Problems {
  const problems: Problems = {}
  const need = (path: string, value: string | null) => {
    if (!value?.trim()) problems[path] = texts.required
  }
  const needDay = (path: string, value: string) => {
    if (value !== '' && !isDay(value)) problems[path] = texts.notADay
  }
  if (form === 'new') need('provider_id', values.provider_id)
  if (form === 'amend') need('reason', values.reason)
  need('origin_airport', values.origin_airport)
  need('destination_airport', values.destination_airport)
  values.legs.forEach((leg, index) => {
    const at = `legs.${index}`
    need(`${at}.flight`, leg.flight)
    need(`${at}.origin`, leg.origin)
    need(`${at}.destination`, leg.destination)
    need(`${at}.departs_on`, leg.departs_on)
    needDay(`${at}.departs_on`, leg.departs_on)
    needDay(`${at}.arrives_on`, leg.arrives_on)
  })
  values.rate_lines.forEach(({ rate }, index) => {
    need(`rate_lines.${index}.rate`, rate)
  })
  values.other_charges.forEach(({ code, amount }, index) => {
    need(`other_charges.${index}.code`, code)
    need(`other_charges.${index}.amount`, amount)
  })
  needDay('executed_on', values.executed_on)
  return { ...problems, ...checkPeople(values, texts) }
}

/** A party that has anything has a name and a place. */
function checkPeople({ shipper, consignee, agent }: WaybillValues, { required }: CheckTexts): Problems {
  const problems: Problems = {}
  const parties: [string, PartyValues | AgentValues, string[]][] = [
    ['shipper', shipper, ['name', 'street', 'city', 'country_id']],
    ['consignee', consignee, ['name', 'street', 'city', 'country_id']],
    ['agent', agent, ['name', 'city', 'iata_code']],
  ]
  for (const [role, party, fields] of parties) {
    const isSet = (value: unknown) => value !== null && String(value).trim() !== ''
    if (!Object.values(party).some(isSet)) continue
    const own = party as Record<string, unknown>
    for (const field of fields) if (!isSet(own[field])) problems[`${role}.${field}`] = required
  }
  return problems
}
