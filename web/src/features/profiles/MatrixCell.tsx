import { Checkbox, type CheckboxProps, Select } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserProfileChoice } from '@/api/schema'
import { named } from '@/ui/wording'
import type { SetScope } from './Matrix'
import { wholeState } from './matrix-rows'
import { chosen, type Rules } from './values'

type CellProps = {
  choice: UserProfileChoice
  rules: Rules
  disabled: boolean
  /** False in a column whose head says it. */
  withLabel: boolean
  onSet: SetScope
}

/** Yes or no where there is nothing between; else whose records. */
export function MatrixCell({ choice, rules, disabled, withLabel, onSet }: CellProps) {
  return (
    <Cell
      choice={choice}
      value={chosen(rules, choice)}
      disabled={disabled}
      withLabel={withLabel}
      onSet={onSet}
    />
  )
}

type DrawnProps = Omit<CellProps, 'rules'> & { value: ReturnType<typeof chosen> }

const Cell = memo(function Cell({ choice, value, disabled, withLabel, onSet }: DrawnProps) {
  const { t } = useTranslation(['profiles', 'shell'])
  const { resource, action, scopes } = choice
  const verb = t(`action.${action}`)
  const name = named(t(`shell:resources.${resource}`), verb)
  if (scopes.length === 2 && scopes[0] === 'none') {
    return (
      <Checkbox
        label={withLabel ? verb : undefined}
        aria-label={name}
        data-cell={action}
        checked={value !== 'none'}
        disabled={disabled}
        onChange={(event) => {
          const at = event.currentTarget.checked ? 1 : 0
          onSet([choice], ({ scopes }) => scopes[at])
        }}
      />
    )
  }
  return (
    <Select
      label={withLabel ? verb : undefined}
      aria-label={name}
      data-cell={action}
      size="xs"
      allowDeselect={false}
      searchable
      data={scopes.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))}
      value={value}
      disabled={disabled}
      onChange={(scope) => onSet([choice], () => scopes.find((one) => one === scope))}
    />
  )
})

type WholeProps = Omit<CheckboxProps, 'onChange' | 'checked' | 'indeterminate'> & {
  cells: UserProfileChoice[]
  rules: Rules
  onSet: SetScope
}

/** A box for several cells at once: all of them, or none. */
export function Whole({ cells, rules, onSet, ...props }: WholeProps) {
  const { checked, indeterminate } = wholeState(cells, rules)
  return (
    <Checkbox
      {...props}
      checked={checked}
      indeterminate={indeterminate}
      onChange={(event) => {
        const at = event.currentTarget.checked ? -1 : 0
        onSet(cells, ({ scopes }) => scopes.at(at))
      }}
    />
  )
}
