import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'

type StatusTabsProps<V extends string> = {
  label: string
  value: V
  tabs: readonly { value: V; label: string }[]
  /** Numbers of matches, once they are known. */
  totals: Record<V, number> | undefined
  onChange(value: V | undefined): void
}

/** The states of a list's records as tabs, with the number of records in each. */
export function StatusTabs<V extends string>({ label, value, tabs, totals, onChange }: StatusTabsProps<V>) {
  const format = useFormat()
  // Empty until they are known, so that the tabs do not move.
  const texts = tabs.map((tab) => [tab.value, totals ? format.number(totals[tab.value]) : ''])
  return (
    <FilterTabs
      label={label}
      value={value}
      options={tabs}
      totals={Object.fromEntries(texts)}
      onChange={onChange}
    />
  )
}
