/** Countries with the house number before the street. */
const NUMBER_FIRST = new Set(['US', 'CA', 'GB', 'IE', 'AU', 'NZ', 'ZA', 'IN', 'SG', 'MY', 'FR', 'LU'])

/** Countries with only a space between the street and the number behind it, as on papers. */
const WITHOUT_COMMA = new Set('AT BE CH CZ DE DK EE FI HR HU IS LI LT LV NL NO PL SE SI SK'.split(' '))

/** Street and house number in one line, as a country with this ISO code writes them. */
export function joinStreet(country: string, street: string | null, number: string | null) {
  if (NUMBER_FIRST.has(country)) return [number, street].filter(Boolean).join(' ')
  return [street, number].filter(Boolean).join(WITHOUT_COMMA.has(country) ? ' ' : ', ')
}
