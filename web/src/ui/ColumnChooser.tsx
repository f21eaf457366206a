import { ActionIcon, Button, Checkbox, Group, Popover, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ColumnChooser.module.css'
import type { Column } from './columns'

type Named = Pick<Column<never>, 'id' | 'header' | 'main'>

type ColumnChooserProps = {
  columns: Named[]
  /** Ids of the shown columns, in order. */
  visible: string[]
  /** Undefined: back to how the list was made. */
  onChange(visible: string[] | undefined): void
}

export function ColumnChooser({ columns, visible, onChange }: ColumnChooserProps) {
  const { t } = useTranslation()
  const shown = visible
    .map((id) => columns.find((column) => column.id === id))
    .filter((column) => column !== undefined)
  const hidden = columns.filter((column) => !visible.includes(column.id))

  function move(index: number, by: -1 | 1) {
    const next = [...visible]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    onChange(next)
  }

  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal shadow="md" width={290}>
      <Popover.Target>
        <Tooltip label={t('columns.choose')}>
          <ActionIcon size="lg" variant="default" aria-label={t('columns.choose')}>
            <IconColumns3 size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('columns.title')}>
        <Group justify="space-between" px={6} pb={4}>
          <Text size="sm" fw={600}>
            {t('columns.title')}
          </Text>
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(undefined)}>
            {t('columns.reset')}
          </Button>
        </Group>
        <ul className={classes.list}>
          {shown.map((column, index) => (
            <li key={column.id} className={classes.item}>
              <Checkbox
                size="xs"
                label={column.header}
                checked
                disabled={column.main}
                onChange={() => onChange(visible.filter((id) => id !== column.id))}
                classNames={{ root: classes.check }}
              />
              <ActionIcon
                size="sm"
                aria-label={t('columns.up', { column: column.header })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <IconArrowUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={t('columns.down', { column: column.header })}
                disabled={index === shown.length - 1}
                onClick={() => move(index, 1)}
              >
                <IconArrowDown size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
          {hidden.map((column) => (
            <li key={column.id} className={classes.item}>
              <Checkbox
                size="xs"
                label={column.header}
                checked={false}
                onChange={() => onChange([...visible, column.id])}
                classNames={{ root: classes.check }}
              />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
