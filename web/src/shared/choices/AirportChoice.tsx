import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { getLookupAirportsQueryOptions } from '@/api/generated/endpoints/lookups/lookups'
import type { Airport } from '@/api/schema'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'

type AirportChoiceProps = {
  label: string
  /** IATA code. */
  value: string | null
  onChange(iata: string | null): void
  error?: ReactNode
  withAsterisk?: boolean
  disabled?: boolean
  withinPortal?: boolean
  'data-path'?: string
}

const optionsOf = ({ data }: { data: Airport[] }): Option[] =>
  data.map(({ iata, name, city }) => ({ id: iata, label: `${iata} · ${name}`, hint: city ?? '' }))

/** Chooses one of the airports that the company uses; the server searches. */
export function AirportChoice({ value, onChange, ...props }: AirportChoiceProps) {
  const [chosen, setChosen] = useState<Option | null>(null)
  /** Finds the name of a value that was not chosen here, such as that of a stored record. */
  const known = useQuery({
    ...getLookupAirportsQueryOptions({ search: value ?? '' }),
    enabled: value !== null && chosen?.id !== value,
  })
  const option = [chosen, ...(known.data ? optionsOf(known.data) : [])].find((one) => one?.id === value)
  return (
    <RemoteSelect
      {...props}
      value={value === null ? null : (option ?? { id: value, label: value })}
      onChange={(next) => {
        setChosen(next)
        onChange(next?.id ?? null)
      }}
      options={(search) => ({
        ...getLookupAirportsQueryOptions({ search, offered: true }),
        select: optionsOf,
      })}
    />
  )
}
