import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'

export type ChoiceProps = {
  label: string
  value: string | null | undefined
  onChange(id: string | null, label: string | null): void
  /** Name of the chosen record as the form knows it: it may no longer be offered. */
  name?: string | null | undefined
  placeholder?: string
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  withAsterisk?: boolean
  withinPortal?: boolean
  'data-path'?: string
}

/** The generated query options of a `…_select` call that takes a search. */
type SelectQuery = (params: { search: string } | undefined) => { queryKey: QueryKey; queryFn?: unknown }

const optionsOf = ({ data }: { data: Option[] }) => data

/** Chooses one record of many; the server searches. The `select` call names a chosen record, too. */
export function RemoteChoice({
  select,
  value,
  name,
  onChange,
  ...props
}: ChoiceProps & { select: SelectQuery }) {
  const first = useQuery({
    ...(select(undefined) as { queryKey: QueryKey; queryFn(): Promise<{ data: Option[] }> }),
    enabled: Boolean(value),
  })
  const [chosen, setChosen] = useState<Option | null>(null)
  const known = [chosen, ...(first.data?.data ?? [])].find((option) => option?.id === value)
  return (
    <RemoteSelect
      {...props}
      value={value ? (known ?? { id: value, label: name ?? '…' }) : null}
      onChange={(option) => {
        setChosen(option)
        onChange(option?.id ?? null, option?.label ?? null)
      }}
      options={(search) => ({ ...select(search ? { search } : undefined), select: optionsOf })}
    />
  )
}
