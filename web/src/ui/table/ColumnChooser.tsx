import { ActionIcon, Button, Checkbox, Group, Popover, Skeleton, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onceOnline } from '../once-online'
import classes from './ColumnChooser.module.css'
import type { Column, Density } from './columns'

const DensityChoice = lazy(() => onceOnline(() => import('./DensityChoice')))

type Named = Pick<Column<never>, 'id' | 'header' | 'main'>

type ColumnChooserProps = {
  columns: Named[]
  /** Ids of the shown columns, in order. */
  visible: string[]
  /** Undefined: back to how the list was made. */
  onChange(visible: string[] | undefined): void
  density: Density
  onDensity(density: Density): void
}

/** Dimmed but still focusable: who moves a column to the end must not lose the focus there. */
const refused = (yes: boolean) => ({ 'data-disabled': yes || undefined, 'aria-disabled': yes || undefined })

export function ColumnChooser({ columns, visible, onChange, density, onDensity }: ColumnChooserProps) {
  const { t } = useTranslation()
  const hidden = columns.filter(({ id }) => !visible.includes(id)).map(({ id }) => id)
  // While it is open a column keeps its place, shown or not: the box under the pointer must not run away.
  const [order, setOrder] = useState<string[]>([])
  const items = order
    .map((id) => columns.find((column) => column.id === id))
    .filter((column) => column !== undefined)

  const apply = (next: string[], shown: string[]) => onChange(next.filter((id) => shown.includes(id)))

  function move(index: number, by: -1 | 1, button: HTMLElement) {
    const next = [...order]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    setOrder(next)
    apply(next, visible)
    // A row that is taken elsewhere in the document loses the focus on its way.
    requestAnimationFrame(() => button.focus())
  }

  function reset() {
    onChange(undefined)
    setOrder(columns.map(({ id }) => id))
  }

  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      width={290}
      onOpen={() => setOrder([...visible, ...hidden])}
    >
      <Popover.Target>
        <ActionIcon size="lg" variant="default" aria-label={t('columns.choose')} title={t('columns.choose')}>
          <IconColumns3 size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('columns.title')}>
        <Suspense fallback={<Skeleton h={28} mb="xs" />}>
          <DensityChoice value={density} onChange={onDensity} />
        </Suspense>
        <Group justify="space-between" px={6} pb={4}>
          <Text size="sm" fw={600}>
            {t('columns.title')}
          </Text>
          <Button variant="subtle" size="compact-xs" onClick={reset}>
            {t('columns.reset')}
          </Button>
        </Group>
        <ul className={classes.list}>
          {items.map((column, index) => (
            <li key={column.id} className={classes.item}>
              <Checkbox
                size="xs"
                label={column.header}
                checked={visible.includes(column.id)}
                disabled={column.main}
                onChange={(event) =>
                  apply(
                    order,
                    event.currentTarget.checked
                      ? [...visible, column.id]
                      : visible.filter((id) => id !== column.id),
                  )
                }
                classNames={{ root: classes.check }}
              />
              <ActionIcon
                size="sm"
                aria-label={t('columns.up', { column: column.header })}
                {...refused(index === 0)}
                onClick={(event) => move(index, -1, event.currentTarget)}
              >
                <IconArrowUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={t('columns.down', { column: column.header })}
                {...refused(index === items.length - 1)}
                onClick={(event) => move(index, 1, event.currentTarget)}
              >
                <IconArrowDown size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
