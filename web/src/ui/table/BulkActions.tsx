import { ActionIcon, Button, CloseButton, Group, Menu, Text, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { useFitting } from '@/ui/useFitting'
import classes from './BulkActions.module.css'
import type { BulkAction, Selection } from './columns'
import { MenuItem } from './RowMenu'

type BulkActionsProps = {
  selection: Pick<Selection, 'all' | 'count'>
  actions: BulkAction[]
  /** How many match the filters, as text ('1,204', '10,000+'); absent when the page holds them all. */
  matching?: string
  /** The whole page is selected, so more can be offered. */
  pageFull: boolean
  onSelectAll(): void
  onClear(): void
}

/** Takes the place of the list's toolbar while rows are selected. Verbs that find no room go into a menu. */
export function BulkActions({
  selection,
  actions,
  matching,
  pageFull,
  onSelectAll,
  onClear,
}: BulkActionsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const bar = useRef<HTMLDivElement>(null)
  const count =
    selection.all && matching
      ? t('bulk.allSelected', { total: matching })
      : t('bulk.selected', { count: selection.count, number: format.number(selection.count) })
  const more = matching && pageFull && !selection.all ? t('bulk.selectAll', { total: matching }) : undefined
  const words = [count, more, ...actions.map(({ label }) => label)].join()
  const shown = useFitting(bar, actions.length, words)
  return (
    <Group
      ref={bar}
      gap={10}
      role="group"
      aria-label={t('bulk.label')}
      className={classes.bar}
      data-folded={shown === 0 || undefined}
    >
      <CloseButton size="md" aria-label={t('bulk.clear')} onClick={onClear} />
      <Text size="sm" fw={600} role="status">
        {count}
      </Text>
      {more && (
        <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
          {more}
        </Button>
      )}
      <Group gap="xs" ml="auto" wrap="nowrap">
        {actions.slice(0, shown).map((action) => (
          <Verb key={action.label} action={action} />
        ))}
        {shown < actions.length && <More actions={actions.slice(shown)} all={shown === 0} />}
      </Group>
    </Group>
  )
}

function Verb({ action }: { action: BulkAction }) {
  return (
    <Tooltip
      label={action.refused}
      disabled={!action.refused}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        size="compact-sm"
        variant={action.danger ? 'light' : 'default'}
        color={action.danger ? 'red' : undefined}
        leftSection={<action.icon size={15} stroke={1.75} aria-hidden />}
        data-disabled={action.refused ? true : undefined}
        aria-disabled={action.refused ? true : undefined}
        onClick={action.refused ? undefined : action.run}
      >
        {action.label}
      </Button>
    </Tooltip>
  )
}

/** The verbs without room; with `all` of them in here, a word says so. */
function More({ actions, all }: { actions: BulkAction[]; all: boolean }) {
  const { t } = useTranslation()
  const icon = <IconDots size={18} stroke={1.75} aria-hidden />
  return (
    <Menu position="bottom-end" width="max-content">
      <Menu.Target>
        {all ? (
          <Button size="compact-sm" variant="default" rightSection={icon}>
            {t('table.actions')}
          </Button>
        ) : (
          <ActionIcon aria-label={t('bulk.more')}>{icon}</ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <MenuItem key={action.label} entry={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
