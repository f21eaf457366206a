import { Button, CloseButton, Group, Text, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BulkAction, Selection } from './columns'
import { useFormat } from './format'

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

/** Takes the place of the list's toolbar while rows are selected. */
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
  return (
    <Group gap="xs" role="group" aria-label={t('bulk.label')} w="100%">
      <CloseButton size="md" aria-label={t('bulk.clear')} onClick={onClear} />
      <Text size="sm" fw={600} role="status">
        {selection.all && matching
          ? t('bulk.allSelected', { total: matching })
          : t('bulk.selected', { count: selection.count, number: format.number(selection.count) })}
      </Text>
      {matching && pageFull && !selection.all && (
        <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
          {t('bulk.selectAll', { total: matching })}
        </Button>
      )}
      <Group gap="xs" ml="auto">
        {actions.map((action) => (
          <Tooltip
            key={action.label}
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
        ))}
      </Group>
    </Group>
  )
}
