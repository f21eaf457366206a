import { useCountryName } from '@/api/useCountryName'

/** Asks for the list of countries once it is drawn: most lists do without the column. */
export function CountryName({ id }: { id: number | null }) {
  return useCountryName()(id)
}
