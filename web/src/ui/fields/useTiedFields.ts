import type { UseFormReturnType } from '@mantine/form'

/** Ties inputs to fields: value, change, error, and the path by which the error summary finds them. */
export function useTiedFields<V extends object>({ values, errors, setFieldValue }: UseFormReturnType<V>) {
  const set = <K extends keyof V>(name: K, value: V[K]) => setFieldValue(name as never, value as never)
  return {
    values,
    errors,
    set,
    at: (path: string) => ({ error: errors[path], 'data-path': path }),
    patch: (changes: Partial<V>) => {
      for (const [name, value] of Object.entries(changes)) set(name as keyof V, value as never)
    },
  }
}
