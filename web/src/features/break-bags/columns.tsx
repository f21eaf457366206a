import type { TFunction } from 'i18next'
import type { BreakBag } from '@/api/schema'
import type { Format } from '@/ui/format'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'
import { breakBagLook } from './status'

type Words = { t: TFunction<'break-bags'>; format: Format }

type Count = 'expected_count' | 'found_count' | 'over_count' | 'short_count' | 'damaged_count' | 'open_count'

const countColumn = ({ t, format }: Words, id: Count): Column<BreakBag> => ({
  id,
  header: t(`count.${id}`),
  align: 'right',
  width: 100,
  cell: (row) => (row[id] === null ? t('hidden') : format.number(row[id])),
  text: (row) => row[id] ?? '',
})

export const breakBagColumns = (words: Words): Column<BreakBag>[] => [
  {
    id: 'number',
    header: words.t('field.number'),
    main: true,
    sortable: true,
    width: 170,
    cell: ({ number }) => number,
    below: ({ place }) => place,
  },
  {
    id: 'status',
    header: words.t('field.status'),
    width: 150,
    cell: ({ status }) => <StatusBadge status={breakBagLook(status, words.t)} />,
    text: ({ status }) => words.t(`status.${status}`),
  },
  countColumn(words, 'expected_count'),
  countColumn(words, 'found_count'),
  countColumn(words, 'over_count'),
  countColumn(words, 'short_count'),
  { ...countColumn(words, 'damaged_count'), roomy: true },
  countColumn(words, 'open_count'),
  {
    id: 'closed_at',
    optional: true,
    header: words.t('field.closed_at'),
    width: 166,
    cell: ({ closed_at }) => closed_at && <Moment at={closed_at} relative />,
    text: ({ closed_at }) => (closed_at ? new Date(closed_at) : ''),
  },
  {
    id: 'created_at',
    header: words.t('field.created_at'),
    sortable: true,
    width: 166,
    cell: ({ created_at }) => <Moment at={created_at} exact />,
    text: ({ created_at }) => new Date(created_at),
  },
]
