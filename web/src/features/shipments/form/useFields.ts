import type { ChangeEvent } from 'react'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import type { ResourceFormModel } from '@/ui/form/useResourceForm'
import type { ShipmentValues } from './values'

export type ShipmentFormModel = ResourceFormModel<ShipmentValues>

type Names<T> = { [K in keyof ShipmentValues]: ShipmentValues[K] extends T ? K : never }[keyof ShipmentValues]
type TextName = Extract<Names<string | null>, string>

export function useFields({ form }: ShipmentFormModel) {
  const fields = useTiedFields(form)
  return {
    ...fields,
    text: (name: TextName) => ({
      ...fields.at(name),
      value: fields.values[name] ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        fields.set(name, (event.currentTarget.value || null) as never),
    }),
    choice: (name: TextName) => ({
      ...fields.at(name),
      value: fields.values[name] ?? null,
      onChange: (value: string | null) => fields.set(name, value as never),
    }),
  }
}

export type Fields = ReturnType<typeof useFields>

/** The first thing to type in, once it is drawn. */
export const focusPath = (path: string) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus(),
  )
