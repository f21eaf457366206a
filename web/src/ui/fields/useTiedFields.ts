import type { UseFormReturnType } from '@mantine/form'
import type { ChangeEvent } from 'react'

/** Names of the fields whose value is a `T`. */
type Names<V, T> = Extract<{ [K in keyof V]: V[K] extends T ? K : never }[keyof V], string>

export type TiedFields<V extends object> = ReturnType<typeof useTiedFields<V>>

/** Ties inputs to fields: value, change, error, and the path by which the error summary finds them. */
export function useTiedFields<V extends object>(form: UseFormReturnType<V>) {
  const { values, errors } = form
  const set = <K extends keyof V>(name: K, value: V[K]) => form.setFieldValue(name as never, value as never)
  const at = (path: string) => ({ error: errors[path], 'data-path': path })
  return {
    /** For Mantine's own ties. */
    form,
    values,
    errors,
    set,
    at,
    /** An input of text; an empty one is null. */
    text: (name: Names<V, string | null>) => ({
      ...at(name),
      value: (values[name] as string | null) ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, (event.currentTarget.value || null) as never),
    }),
    /** The same for a field that gives its value itself and takes no null. */
    input: (name: Names<V, string | null>) => ({
      ...at(name),
      value: (values[name] as string | null) ?? '',
      onChange: (value: string) => set(name, (value || null) as never),
    }),
    /** One of several; none is null. */
    choice: (name: Names<V, string | null>) => ({
      ...at(name),
      value: values[name] as string | null,
      onChange: (value: string | null) => set(name, value as never),
    }),
    patch: (changes: Partial<V>) => {
      for (const [name, value] of Object.entries(changes)) set(name as keyof V, value as never)
    },
  }
}
