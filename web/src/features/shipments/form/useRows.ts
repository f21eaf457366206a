import type { ResourceFormModel } from '@/ui/form/useResourceForm'
import { focusPath } from './fields'
import { copyOf, type ItemRow, type ParcelRow, type ShipmentValues } from './values'

type Rows = { parcels: ParcelRow; items: ItemRow }

/** Adds, copies and removes rows; the focus goes where the hands go on. */
export function useRows<N extends keyof Rows>(
  { form }: ResourceFormModel<ShipmentValues>,
  name: N,
  first: keyof Rows[N] & string,
) {
  const rows = form.values[name] as Rows[N][]
  // Errors carry the number of their row, so they move with it.
  const insert = (row: Rows[N], at: number) => {
    form.insertListItem(name as never, row, at)
    focusPath(`${name}.${at}.${first}`)
  }
  return {
    rows,
    change: (at: number, patch: Partial<Rows[N]>) => {
      for (const [field, value] of Object.entries(patch))
        form.setFieldValue(`${name}.${at}.${field}` as never, value as never)
    },
    add: (row: Rows[N]) => insert(row, rows.length),
    duplicate: (at: number) => {
      const row = rows[at]
      if (row) insert(copyOf(row), at + 1)
    },
    remove: (at: number) => {
      form.removeListItem(name as never, at)
      const left = rows.length - 1
      focusPath(left === 0 ? `${name}.add` : `${name}.${Math.min(at, left - 1)}.${first}`)
    },
  }
}
