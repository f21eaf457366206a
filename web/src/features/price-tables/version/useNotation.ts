import { useMemo } from 'react'
import type { PriceTable } from '@/api/schema'
import { useSeparators } from '@/ui/fields/MeasureField'
import { decimalsOf } from '@/ui/format'
import type { Notation } from '../grid/price'

/** Settings by which prices of a table are read and written: its currency and unit, the reader's decimal mark. */
export function useNotation({ currency, weight_unit: unit }: PriceTable): Notation {
  const { decimalSeparator } = useSeparators()
  return useMemo(
    () => ({ currency, decimals: decimalsOf(currency), unit, mark: decimalSeparator === ',' ? ',' : '.' }),
    [currency, unit, decimalSeparator],
  )
}
