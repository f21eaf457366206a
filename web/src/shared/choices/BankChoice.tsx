import { getBankListQueryOptions } from '@/api/generated/endpoints/parties/parties'
import { ActiveFilter, type Bank } from '@/api/schema'
import type { ChoiceProps } from '@/blocks/RemoteChoice'
import { RemoteSelect } from '@/ui/fields/RemoteSelect'

/** Chooses one of the company's active banks. */
export function BankChoice({ value, name, onChange, ...props }: ChoiceProps) {
  return (
    <RemoteSelect
      {...props}
      value={value ? { id: value, label: name ?? '…' } : null}
      onChange={(option) => onChange(option?.id ?? null, option?.label ?? null)}
      options={(search) => ({
        ...getBankListQueryOptions({ active: ActiveFilter.Active, per_page: 25, ...(search && { search }) }),
        select: ({ data }: { data: Bank[] }) =>
          data.map(({ id, code, name }) => ({ id, label: name, hint: code })),
      })}
    />
  )
}
