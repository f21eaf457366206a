import { Button, Skeleton, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSupportTicketList } from '@/api/generated/endpoints/support/support'
import { PAGED } from '@/api/record-query'
import type { SupportTicketListParams, SupportTicketSummary, TicketStatus } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { StatusBadge } from '@/ui/StatusBadge'
import classes from './Board.module.css'
import { BoardCard } from './BoardCard'
import { moveTo } from './board'
import { statusLook } from './status'

type BoardColumnProps = {
  status: TicketStatus
  query: SupportTicketListParams
  dragged: SupportTicketSummary | undefined
  onDrag(ticket: SupportTicketSummary | undefined): void
  onDrop(): void
}

/** Tickets of a column at first, and of one that shows more. */
const FEW = 25
const MANY = 100

/** The tickets of one status. While a ticket that cannot come here is dragged, the column is dim. */
export function BoardColumn({ status, query, dragged, onDrag, onDrop }: BoardColumnProps) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  const [perPage, setPerPage] = useState(FEW)
  const [isOver, setOver] = useState(false)
  const result = useSupportTicketList({ ...query, support_ticket_status: status, per_page: perPage }, PAGED)
  const { data: tickets, meta } = result.data ?? {}
  const look = statusLook(status, t)
  const isHome = dragged?.support_ticket_status === status
  const isOpen = dragged !== undefined && moveTo(status, dragged) !== undefined

  function over(event: DragEvent) {
    if (!isOpen) return
    event.preventDefault()
    setOver(true)
  }

  return (
    <section
      aria-label={look.label}
      className={classes.column}
      data-over={(isOver && isOpen) || undefined}
      data-refused={(dragged && !isOpen && !isHome) || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop()
      }}
    >
      <header className={classes.head}>
        <StatusBadge status={look} />
        <Text component="span" size="sm" c="dimmed">
          {meta && format.total(meta)}
        </Text>
      </header>
      {tickets?.map((ticket) => (
        <BoardCard key={ticket.id} ticket={ticket} onDrag={onDrag} />
      ))}
      {tickets?.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.none}>
          {t('noneHere')}
        </Text>
      )}
      {!tickets &&
        (result.error ? <LoadFailure title={t('failed')} result={result} /> : <Skeleton h={180} />)}
      {meta && meta.total > FEW && perPage === FEW && (
        <Button variant="default" onClick={() => setPerPage(MANY)}>
          {t('showMore')}
        </Button>
      )}
      {meta && meta.total > MANY && perPage === MANY && (
        <Button component={AppLink} variant="default" to={`${paths['supports.index']()}?status=all`}>
          {t('seeInList')}
        </Button>
      )}
    </section>
  )
}
