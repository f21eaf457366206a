import { Button, Skeleton, Table } from '@mantine/core'
import { type Icon, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import cardClasses from './DataCards.module.css'
import type { ListResult } from './DataTable'
import classes from './DataTable.module.css'
import type { ListState } from './useListParams'

/** The list while it has no rows: loading, failed or empty. */
export type EmptyList = { icon: Icon; title: string; text?: string; action?: ReactNode }

type ListMessageProps = { result: ListResult<unknown>; list: ListState; empty: EmptyList }

/** Why there are no rows: the call failed, nothing matches, or there is nothing yet. */
export function ListMessage({ result, list, empty }: ListMessageProps) {
  const { t } = useTranslation()
  if (result.error) return <LoadFailure title={t('table.failed')} result={result} />
  if (!list.isFiltered) return <EmptyState {...empty} />
  return (
    <EmptyState
      icon={IconSearchOff}
      title={list.values.search ? t('noResultFor', { text: list.values.search }) : t('table.noMatch')}
      text={t('table.noMatchText')}
      action={
        <Button variant="default" onClick={list.clear}>
          {t('table.clearFilters')}
        </Button>
      }
    />
  )
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** As tall as the rows they stand for, so that nothing moves when these arrive. */
export function RowSkeletons({ rows, columns }: { rows: number; columns: number }) {
  // With other columns they are other rows: none of them moves.
  return times(rows).map((row) => (
    <Table.Tr key={`${columns} ${row}`} className={classes.row}>
      {times(columns).map((column) => (
        <Table.Td key={column}>
          <Skeleton height={12} width={`${55 + ((row * 7 + column * 13) % 35)}%`} />
        </Table.Td>
      ))}
    </Table.Tr>
  ))
}

export function CardSkeletons({ cards }: { cards: number }) {
  return (
    <div className={cardClasses.cards} aria-hidden>
      {times(cards).map((card) => (
        <Skeleton key={card} className={cardClasses.placeholder} radius="lg" />
      ))}
    </div>
  )
}
