import { Group, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SupportTicketSummary, TicketStatus } from '@/api/schema'
import { CreateLink } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { FilterBar, SearchField } from '@/ui/filters/FilterBar'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { ResourcePage } from '@/ui/ResourcePage'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import classes from './Board.module.css'
import { BoardColumn } from './BoardColumn'
import { COLUMNS, moveTo, ticketBoard } from './board'
import { useTicketActions } from './useTicketActions'
import { ViewSwitch } from './ViewSwitch'

type BoardState = ListState<typeof ticketBoard.defaults>

/** Tickets by their status. Dragging a ticket to a column does the action that leads there. */
export function BoardPage() {
  const { t } = useTranslation('tickets')
  const { can } = useProfile()
  const list = useListParams(ticketBoard)
  const [dragged, setDragged] = useState<SupportTicketSummary>()
  const { move } = useTicketActions()
  const { whose, archived, search } = list.values
  const columns = archived ? [...COLUMNS, TicketStatus.Archived] : COLUMNS

  function drop(target: TicketStatus) {
    const verb = dragged && moveTo(target, dragged)
    setDragged(undefined)
    if (dragged && verb) void move(verb, dragged)
  }

  return (
    <ResourcePage
      title={t('title')}
      action={
        <CreateLink
          to={paths['supports.create']()}
          label={t('create')}
          allowed={can['support_ticket.create']}
        />
      }
    >
      <div className={classes.top}>
        <Whose list={list} />
        <ViewSwitch view="board" />
      </div>
      <FilterBar
        list={list}
        end={
          <Switch
            label={t('showArchived')}
            checked={archived ?? false}
            onChange={({ currentTarget }) =>
              list.setFilters({ archived: currentTarget.checked || undefined })
            }
          />
        }
      >
        <SearchField list={list} label={t('search')} />
      </FilterBar>
      <Group className={classes.board} data-columns={columns.length}>
        {columns.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            query={{ ...(whose !== 'all' && { status: '-1' as const }), ...(search && { search }) }}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={() => drop(status)}
          />
        ))}
      </Group>
    </ResourcePage>
  )
}

function Whose({ list }: { list: BoardState }) {
  const { t } = useTranslation('tickets')
  return (
    <FilterTabs
      label={t('whose')}
      value={list.values.whose ?? 'mine'}
      options={[
        { value: 'mine', label: t('tab.-1') },
        { value: 'all', label: t('tab.all') },
      ]}
      onChange={(whose) => list.setFilters({ whose: whose === 'all' ? 'all' : undefined })}
    />
  )
}
