import { Group, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScopeName, UserProfileChoice } from '@/api/schema'
import { Always } from './Always'
import { MatrixList } from './MatrixList'
import { MatrixTable } from './MatrixTable'
import { countAllowed, isOpen, matrixGroups } from './matrix-rows'
import { keyOf, type Rules } from './values'

/** Below it a table of all actions does not fit beside the menu. */
const NARROW = '(max-width: 68em)'

export type MatrixProps = {
  choices: UserProfileChoice[]
  rules: Rules
  disabled?: boolean
  /** The right that a link asks for, as 'shipment.cancel'. */
  wanted?: string | undefined
  onChange(rules: Rules): void
}

/** Gives these cells a scope. */
export type SetScope = (
  cells: UserProfileChoice[],
  scope: (cell: UserProfileChoice) => ScopeName | undefined,
) => void

/** Resources and what can be done with them; a search leaves those whose words it finds. */
export function Matrix({ choices, rules, disabled = false, wanted, onChange }: MatrixProps) {
  const { t } = useTranslation(['profiles', 'shell'])
  const [search, setSearch] = useState('')
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const groups = useMemo(() => {
    const text = search.trim().toLocaleLowerCase()
    const words = ({ resource, action }: UserProfileChoice) =>
      `${t(`shell:resources.${resource}`)} ${t(`action.${action}`)}`.toLocaleLowerCase()
    return matrixGroups(choices.filter((choice) => words(choice).includes(text)))
  }, [choices, search, t])
  const set: SetScope = useCallback(
    (cells, scope) =>
      onChange({
        ...rules,
        ...Object.fromEntries(cells.map((cell) => [keyOf(cell), scope(cell) ?? 'none'])),
      }),
    [rules, onChange],
  )
  const open = choices.filter(isOpen)
  const Shape = narrow ? MatrixList : MatrixTable
  return (
    <section aria-label={t('section.matrix')}>
      <Group justify="space-between" mb="sm">
        <TextInput
          type="search"
          aria-label={t('matrix.search')}
          placeholder={t('matrix.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          flex="1 1 14rem"
          maw="24rem"
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed" role="status">
          {t('matrix.count', { allowed: countAllowed(open, rules), total: open.length })}
        </Text>
      </Group>
      {groups.length === 0 ? (
        <Text c="dimmed" role="status">
          {t('matrix.nothing')}
        </Text>
      ) : (
        <Shape groups={groups} rules={rules} disabled={disabled} wanted={wanted} onSet={set} />
      )}
      <Always choices={choices} />
    </section>
  )
}
