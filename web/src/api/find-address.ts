import { statusOf } from './errors'
import { lookupPostcode } from './generated/endpoints/lookups/lookups'

/** Only what is known of a postcode's address; undefined when nothing is. Any other failure is the caller's to tell. */
export async function findAddress(countryId: number, postcode: string) {
  try {
    const { data } = await lookupPostcode(String(countryId), postcode)
    const { address_1, address_2, state_id, city } = data
    const known = Object.entries({ address_1, address_2, state_id, city }).filter(
      ([, value]) => value !== null,
    )
    return Object.fromEntries(known)
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 422) return undefined
    throw error
  }
}
