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
