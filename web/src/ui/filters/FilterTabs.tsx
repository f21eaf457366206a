import { UnstyledButton } from '@mantine/core'
import { useFormat } from '@/ui/format'
import classes from './FilterTabs.module.css'

type FilterTabsProps<V extends string | number | boolean> = {
  label: string
  /** Undefined is the tab that filters nothing. */
  value: V | undefined
  options: readonly { value: V | undefined; label: string }[]
  /** How many match each tab, as the list's meta tells. */
  totals?: Partial<Record<string, number>>
  onChange(value: V | undefined): void
}

/** One filter as a row of buttons. They change this list, so they are not tabs to a screen reader. */
export function FilterTabs<V extends string | number | boolean>(props: FilterTabsProps<V>) {
  const { label, value, options, totals, onChange } = props
  const format = useFormat()
  return (
    <fieldset aria-label={label} className={classes.tabs}>
      {options.map((option) => {
        const total = totals?.[String(option.value ?? 'all')]
        return (
          <UnstyledButton
            key={String(option.value ?? 'all')}
            className={classes.tab}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
          >
            {option.label}
            {total !== undefined && <span className={classes.total}>{format.number(total)}</span>}
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
}
