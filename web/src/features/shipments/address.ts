import { stateBeside } from '@/ui/fields/address'

/** An address as stored; `country` is its ISO code. */
export type PostalAddress = {
  street: string | null
  number: string | null
  complement: string | null
  district: string | null
  postcode: string | null
  city: string | null
  state: string | null
  country: string
}

/** Countries with the house number before the street. */
const NUMBER_FIRST = new Set(['US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'ZA', 'IN', 'SG', 'MY', 'FR', 'LU'])

/** Countries with only a space between the street and the number behind it, as on papers. */
const WITHOUT_COMMA = new Set('AT BE CH CZ DE DK EE FI HR HU IS LI LT LV NL NO PL SE SI SK'.split(' '))

/** Countries with the postcode after the city. */
const POSTCODE_LAST = new Set(['CA', 'AU', 'GB', 'IE', 'IN', 'NZ', 'ZA'])

const joined = (parts: (string | null)[], separator: string) => parts.filter(Boolean).join(separator)

function house({ street, number, country }: PostalAddress) {
  if (NUMBER_FIRST.has(country)) return joined([number, street], ' ')
  return joined([street, number], WITHOUT_COMMA.has(country) ? ' ' : ', ')
}

function postcodeOf({ postcode, country }: PostalAddress) {
  const cep = country === 'BR' && /^(\d{5})(\d{3})$/.exec(postcode ?? '')
  return cep ? `${cep[1]}-${cep[2]}` : postcode
}

function locality(address: PostalAddress) {
  const { city, state, country } = address
  const postcode = postcodeOf(address)
  if (country === 'US') return joined([city, joined([state, postcode], ' ')], ', ')
  if (POSTCODE_LAST.has(country)) return joined([city, state, postcode], ' ')
  return joined([postcode, joined([city, stateBeside(city, state)], ', ')], ' ')
}

/** The lines of an envelope in the order of the country, without the names of person and country. */
export const addressLines = (address: PostalAddress) =>
  [joined([house(address), address.complement], ', '), address.district, locality(address)].filter(
    (line): line is string => Boolean(line),
  )
