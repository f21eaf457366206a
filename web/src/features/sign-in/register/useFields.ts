import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent } from 'react'
import type { RegisterValues } from './values'

type TextName = {
  [K in keyof RegisterValues]: RegisterValues[K] extends string ? K : never
}[keyof RegisterValues]

/** Ties inputs to fields: value, change, error, and the path by which the error summary finds them. */
export function useFields(form: UseFormReturnType<RegisterValues>) {
  const { values, errors } = form
  const set = <K extends keyof RegisterValues>(name: K, value: RegisterValues[K]) =>
    form.setFieldValue(name as never, value as never)
  const at = (name: keyof RegisterValues) => ({ error: errors[name], 'data-path': name })
  return {
    values,
    errors,
    set,
    at,
    patch: (changes: Partial<RegisterValues>) => {
      for (const [name, value] of Object.entries(changes)) set(name as keyof RegisterValues, value as never)
    },
    text: (name: TextName) => ({
      ...at(name),
      value: values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value as never),
    }),
  }
}

export type Fields = ReturnType<typeof useFields>
