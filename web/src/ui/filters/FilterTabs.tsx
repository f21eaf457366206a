import { UnstyledButton } from '@mantine/core'
import { TabRow } from '@/ui/TabRow'
import classes from './FilterTabs.module.css'

type FilterTabsProps<V extends string | number | boolean> = {
  label: string
  /** Undefined is the tab that filters nothing. */
  value: V | undefined
  options: readonly { value: V | undefined; label: string }[]
  /** Number of matches of each tab as text, '12' or '999+'. */
  totals?: Partial<Record<string, string>>
  onChange(value: V | undefined): void
}

/** One filter as a row of buttons. They change this list, so they are not tabs to a screen reader. */
export function FilterTabs<V extends string | number | boolean>(props: FilterTabsProps<V>) {
  const { label, value, options, totals, onChange } = props
  return (
    <fieldset aria-label={label} className={classes.tabs}>
      <TabRow active={value}>
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
              {totals && <span className={classes.total}>{total}</span>}
            </UnstyledButton>
          )
        })}
      </TabRow>
    </fieldset>
  )
}
