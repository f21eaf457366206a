import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScopeName, UserProfileChoice } from '@/api/schema'
import { THIRD } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import classes from './Matrix.module.css'
import { chosen, keyOf, type Rules } from './values'

type MatrixProps = {
  choices: UserProfileChoice[]
  rules: Rules
  disabled?: boolean
  onChange(rules: Rules): void
}

/** Resources and what can be done with them; a search leaves those whose words it finds. */
export function Matrix({ choices, rules, disabled, onChange }: MatrixProps) {
  const { t } = useTranslation(['profiles', 'shell'])
  const [search, setSearch] = useState('')
  const groups = useMemo(() => {
    const wanted = search.trim().toLocaleLowerCase()
    const words = ({ resource, action }: UserProfileChoice) =>
      `${t(`shell:resources.${resource}`)} ${t(`action.${action}`)}`.toLocaleLowerCase()
    return [...Map.groupBy(choices, ({ resource }) => resource)]
      .map(([resource, cells]) => ({ resource, cells: cells.filter((cell) => words(cell).includes(wanted)) }))
      .filter(({ cells }) => cells.length > 0)
  }, [choices, search, t])
  const set = useCallback(
    (cells: UserProfileChoice[], scope: (cell: UserProfileChoice) => ScopeName | undefined) =>
      onChange({
        ...rules,
        ...Object.fromEntries(cells.map((cell) => [keyOf(cell), scope(cell) ?? 'none'])),
      }),
    [rules, onChange],
  )
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('matrix.search')}
        placeholder={t('matrix.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb="sm"
      />
      {groups.length === 0 && (
        <Text c="dimmed" role="status">
          {t('matrix.nothing')}
        </Text>
      )}
      {groups.map(({ resource, cells }) => (
        <FormSection key={resource} title={t(`shell:resources.${resource}`)}>
          <Whole cells={cells} rules={rules} disabled={disabled} onChange={set} />
          {cells.map((cell) => (
            <Cell
              key={cell.action}
              choice={cell}
              value={chosen(rules, cell)}
              disabled={disabled}
              onChange={set}
            />
          ))}
        </FormSection>
      ))}
    </>
  )
}

type Set = (cells: UserProfileChoice[], scope: (cell: UserProfileChoice) => ScopeName | undefined) => void

type WholeProps = { cells: UserProfileChoice[]; rules: Rules; disabled?: boolean; onChange: Set }

/** All that is seen of a resource at once. */
function Whole({ cells, rules, disabled, onChange }: WholeProps) {
  const { t } = useTranslation(['profiles', 'shell'])
  const open = cells.filter(({ scopes }) => scopes.length > 1)
  if (open.length < 2) return null
  const full = open.filter((cell) => chosen(rules, cell) === cell.scopes.at(-1)).length
  return (
    <Checkbox
      label={t('matrix.everything')}
      aria-label={t('matrix.allOf', { resource: t(`shell:resources.${open[0]?.resource ?? 'shipment'}`) })}
      fw={600}
      className={classes.cell}
      checked={full === open.length}
      indeterminate={full > 0 && full < open.length}
      disabled={disabled}
      onChange={(event) => {
        const at = event.currentTarget.checked ? -1 : 0
        onChange(open, ({ scopes }) => scopes.at(at))
      }}
    />
  )
}

type CellProps = { choice: UserProfileChoice; value: ScopeName; disabled?: boolean; onChange: Set }

/** Yes or no where there is nothing between; else whose records. */
const Cell = memo(function Cell({ choice, value, disabled, onChange }: CellProps) {
  const { t } = useTranslation(['profiles', 'shell'])
  const { action, scopes } = choice
  const label = t(`action.${action}`)
  if (scopes.length === 1) {
    return (
      <Checkbox
        label={label}
        description={t('matrix.always')}
        checked
        disabled
        readOnly
        className={classes.cell}
        {...THIRD}
      />
    )
  }
  if (scopes.length === 2 && scopes[0] === 'none') {
    return (
      <Checkbox
        className={classes.cell}
        label={label}
        description={scopes[1] === 'own' ? t('scope.own') : undefined}
        checked={value !== 'none'}
        disabled={disabled}
        onChange={(event) => {
          const at = event.currentTarget.checked ? 1 : 0
          onChange([choice], ({ scopes }) => scopes[at])
        }}
        {...THIRD}
      />
    )
  }
  return (
    <NativeSelect
      label={label}
      data={scopes.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const scope = scopes.find((one) => one === event.currentTarget.value)
        onChange([choice], () => scope)
      }}
      {...THIRD}
    />
  )
})
