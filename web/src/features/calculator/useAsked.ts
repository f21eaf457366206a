import { useMemo } from 'react'
import { useSite } from '@/context/site'
import { type CalculatorSearch, isAsked, searchOf, valuesOf } from './search'
import { type CalculatorValues, emptyValues } from './values'

/** The request in the address, and a function that changes it. */
export function useAsked(search: CalculatorSearch, onSearch: (search: CalculatorSearch) => void) {
  const { config } = useSite()
  const { currency, country_id } = config
  const written = JSON.stringify(search)
  // The same values as long as the address is the same: the form follows them.
  const asked = useMemo(
    () => valuesOf(JSON.parse(written) as CalculatorSearch, emptyValues(currency, country_id)),
    [written, currency, country_id],
  )
  return {
    asked,
    isAsked: isAsked(search),
    /** `again` calculates what the address asks for already. */
    calculate(values: CalculatorValues, again: () => void) {
      const next = searchOf(values)
      if (JSON.stringify(next) === JSON.stringify(searchOf(asked)) && isAsked(search)) again()
      else onSearch(next)
    },
  }
}
