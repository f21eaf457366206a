import type { ReactNode } from 'react'
import { getMawbListQueryOptions, useMawbShow } from '@/api/generated/endpoints/consolidation/consolidation'
import { freshly } from '@/api/record-query'
import type { Waybill } from '@/api/schema'
import { type Option, RemoteSelect } from '@/ui/fields/RemoteSelect'

type WaybillChoiceProps = {
  label: string
  description: string
  value: string | null
  onChange(id: string | null): void
  error?: ReactNode
  'data-path'?: string
}

const toOption = ({ id, number, origin_airport, destination_airport, flights }: Waybill): Option => ({
  id,
  label: number,
  hint: [`${origin_airport} → ${destination_airport}`, flights].filter(Boolean).join(' · '),
})

const optionsOf = ({ data }: { data: Waybill[] }) => data.map(toOption)

/** Chooses the waybill that a manifest is about, by its number, its flight or its airline. */
export function WaybillChoice({ value, onChange, ...props }: WaybillChoiceProps) {
  const { data } = useMawbShow(value ?? '', freshly(value ?? undefined))
  const known = data ? toOption(data.data) : undefined
  return (
    <RemoteSelect
      {...props}
      value={value ? (known ?? { id: value, label: '…' }) : null}
      onChange={(option) => onChange(option?.id ?? null)}
      options={(search) => ({
        ...getMawbListQueryOptions({ per_page: 10, ...(search && { search }) }),
        select: optionsOf,
      })}
    />
  )
}
