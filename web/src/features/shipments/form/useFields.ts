import type { ChangeEvent } from 'react'
import type { ResourceFormModel } from '@/ui/useResourceForm'
import type { ShipmentValues } from './values'

export type ShipmentFormModel = ResourceFormModel<ShipmentValues>

type Names<T> = { [K in keyof ShipmentValues]: ShipmentValues[K] extends T ? K : never }[keyof ShipmentValues]
type TextName = Extract<Names<string | null>, string>

/** Ties inputs to fields: value, change, error, and the path by which the error summary finds them. */
export function useFields({ form }: ShipmentFormModel) {
  const { values, errors } = form
  const set = <K extends keyof ShipmentValues>(name: K, value: ShipmentValues[K]) =>
    form.setFieldValue(name as never, value as never)
  const at = (path: string) => ({ error: errors[path], 'data-path': path })
  return {
    values,
    errors,
    set,
    at,
    patch: (changes: Partial<ShipmentValues>) => {
      for (const [name, value] of Object.entries(changes)) set(name as keyof ShipmentValues, value as never)
    },
    text: (name: TextName) => ({
      ...at(name),
      value: values[name] ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, (event.currentTarget.value || null) as never),
    }),
    choice: (name: TextName) => ({
      ...at(name),
      value: values[name] ?? null,
      onChange: (value: string | null) => set(name, value as never),
    }),
  }
}

export type Fields = ReturnType<typeof useFields>

/** The first thing to type in, once it is drawn. */
export const focusPath = (path: string) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus(),
  )
