import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent } from 'react'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import type { RegisterValues } from './values'

type TextName = {
  [K in keyof RegisterValues]: RegisterValues[K] extends string ? K : never
}[keyof RegisterValues]

export function useFields(form: UseFormReturnType<RegisterValues>) {
  const fields = useTiedFields(form)
  return {
    ...fields,
    text: (name: TextName) => ({
      ...fields.at(name),
      value: fields.values[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        fields.set(name, event.currentTarget.value as never),
    }),
  }
}

export type Fields = ReturnType<typeof useFields>
