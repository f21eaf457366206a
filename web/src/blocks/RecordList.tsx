import { Button } from '@mantine/core'
import {
  type Icon,
  IconCircleCheck,
  IconCircleOff,
  IconPencil,
  IconPlus,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, statusOf } from '@/api/errors'
import { useListMemory } from '@/api/list-memory'
import { AppLink } from '@/ui/AppLink'
import { type Chip, FilterBar, SearchField } from '@/ui/filters/FilterBar'
import { SavedViews } from '@/ui/filters/SavedViews'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { ResourcePage } from '@/ui/ResourcePage'
import type { MenuEntry } from '@/ui/table/columns'
import { DataTable, type DataTableProps } from '@/ui/table/DataTable'
import { useDeletingRows } from './deleting-rows'
import { Refused } from './ErrorPage'
import type { Switch, Switched } from './useSwitch'

type RecordListProps<T extends { id: string }> = Pick<
  DataTableProps<T>,
  'result' | 'list' | 'load' | 'columns' | 'rowLabel' | 'menu' | 'bulk' | 'toolbar' | 'peek'
> & {
  title: string
  text?: string
  /** The page's buttons; they also stand in the empty list. */
  action?: ReactNode
  tabs?: ReactNode
  /** Label of the search: the fields it looks in; none for a list that is not searched. */
  search?: string
  /** Filters beside the search. */
  filters?: ReactNode
  /** Totals of the matches, between the filters and the rows. */
  totals?: ReactNode
  /** The filters that are set and not seen elsewhere. */
  chips?: Chip[]
  /** False for a list that is too short for views of one's own. */
  hasViews?: boolean
  /** Numbers of matches of the saved views, by their ids. */
  viewTotals?: Partial<Record<string, string>>
  rowTo?(row: T): string
  /** Its buttons are those of the page, unless it names some. */
  empty: { icon: Icon; title: string; text?: string; action?: ReactNode }
  /** Dialogs of the page. */
  children?: ReactNode
}

/** A list of records: its title, tabs, search, filters, saved views, table and menu of each row. */
export function RecordList<T extends { id: string }>(props: RecordListProps<T>) {
  const { title, text, action, tabs, search, filters, totals, chips, viewTotals, empty, children, ...rest } =
    props
  const { hasViews = true, ...table } = rest
  const { choice, views, isPending } = useListMemory(table.list)
  const deleting = useDeletingRows()
  if (statusOf(table.result.error) === 403) return <Refused text={errorText(table.result.error)} />
  return (
    <ResourcePage title={title} text={text} action={action}>
      {tabs}
      <FilterBar
        list={table.list}
        chips={chips}
        end={hasViews && <SavedViews {...views} totals={viewTotals} />}
      >
        {search && <SearchField list={table.list} label={search} />}
        {filters}
      </FilterBar>
      {totals}
      <DataTable
        {...table}
        label={title}
        choice={choice}
        isPending={isPending}
        empty={{ action, ...empty }}
        deleting={deleting}
      />
      {children}
    </ResourcePage>
  )
}

/** The link to the form of a new record. `allowed` is the grant that guards the call. */
export function CreateLink({
  to,
  label,
  allowed,
}: {
  to: string
  label: string
  allowed: boolean | undefined
}) {
  if (!allowed) return null
  return (
    <Button
      component={AppLink}
      to={to}
      classNames={ICON_ON_PHONE}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
}

/** The menu of a row that can be opened, switched off and on, deleted and restored. */
export function useRecordMenu<T extends Switched>(to: (row: T) => string, switching: Switch<T>) {
  const { t } = useTranslation(['common', 'codes'])
  const refused = (isAllowed: boolean) => (isAllowed ? undefined : t('codes:forbidden'))

  const changes = (row: T): MenuEntry[] => [
    {
      label: switching.actionOf(row),
      icon: row.active ? IconCircleOff : IconCircleCheck,
      danger: row.active,
      run: () => void switching.run(row),
      refused: refused(switching.isAllowed(row)),
    },
    {
      label: t('record.delete.action'),
      icon: IconTrash,
      danger: true,
      run: () => void switching.remove(row),
      refused: refused(row.can.delete),
    },
  ]

  const restore = (row: T): MenuEntry => ({
    label: t('record.undelete.action'),
    icon: IconRestore,
    run: () => void switching.restore(row),
    refused: refused(row.can.restore),
  })

  return (row: T): MenuEntry[] => [
    { label: t('record.open'), icon: IconPencil, to: to(row) },
    'divider',
    ...(row.excluded_at ? [restore(row)] : changes(row)),
  ]
}
