import type { TFunction } from 'i18next'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { ActiveBadge, type RecordState, type StateWords, stateText } from './ActiveBadge'

/** The name of a record leads its row; its code stands quietly beside it, and sorts. */
export const codeColumn = (header: string, width = 96): Column<{ code: string }> => ({
  id: 'code',
  header,
  sortable: true,
  width,
  cell: ({ code }) => code,
})

/** The columns that most records have. */
export const activeColumn = (t: TFunction<'common'>, words?: StateWords): Column<RecordState> => ({
  id: 'active',
  header: t('record.state'),
  width: 116,
  cell: ({ active, excluded_at }) => <ActiveBadge active={active} excluded_at={excluded_at} words={words} />,
  text: (record) => stateText(record, t, words),
})

export const updatedColumn = (t: TFunction<'common'>): Column<{ updated_at: string }> => ({
  id: 'updated_at',
  header: t('record.updated_at'),
  sortable: true,
  optional: true,
  width: 185,
  cell: ({ updated_at }) => <Moment at={updated_at} relative />,
  text: ({ updated_at }) => new Date(updated_at),
})
