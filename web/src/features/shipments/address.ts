import { stateBeside } from '@/ui/fields/address'
import { joinStreet } from '@/ui/fields/street'

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

/** Countries with the postcode after the city. */
const POSTCODE_LAST = new Set(['CA', 'AU', 'GB', 'IE', 'IN', 'NZ', 'ZA'])

const joined = (parts: (string | null)[], separator: string) => parts.filter(Boolean).join(separator)

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
export function addressLines(address: PostalAddress) {
  const { street, number, complement, district, country } = address
  const house = joined([joinStreet(country, street, number), complement], ', ')
  return [house, district, locality(address)].filter((line): line is string => Boolean(line))
}
