import { useEffect } from 'react'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import type { ResourceFormModel } from '@/ui/form/useResourceForm'
import type { ShipmentValues } from './values'

export type ShipmentFormModel = ResourceFormModel<ShipmentValues>
export type Fields = TiedFields<ShipmentValues>

/** The first thing to type in, once it is drawn. */
export const focusPath = (path: string) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus(),
  )

/** Where what is missing is filled in, if it is not a field of that name. */
export function pathOf(name: string, { parcels }: Pick<ShipmentValues, 'parcels'>) {
  if (name === 'items') return 'items.add'
  if (name !== 'declared_weight_g') return name
  const unweighed = parcels.findIndex((parcel) => !parcel.weight_g)
  return unweighed >= 0 ? `parcels.${unweighed}.weight_g` : name
}

/** Begins at a missing field. */
export function useFocus(missing: string | undefined, initial: ShipmentValues) {
  useEffect(() => {
    if (missing) focusPath(pathOf(missing, initial))
  }, [missing, initial])
}
