import { useEffect, useRef } from 'react'
import type { ShipmentFormModel } from './fields'
import { itemsTotal } from './totals'

/** The declared value is the total of the items, until somebody writes another one. */
export function useDeclaredTotal({ form }: ShipmentFormModel) {
  const { currency, declared_value, items } = form.values
  const total = itemsTotal(items, currency)
  const last = useRef(total)
  useEffect(() => {
    if (total === last.current) return
    const follows = declared_value === null || Number(declared_value) === Number(last.current ?? Number.NaN)
    last.current = total
    if (follows) form.setFieldValue('declared_value', total)
  }, [total, declared_value, form])
}
