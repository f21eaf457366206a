import type { TFunction } from 'i18next'
import type { PriceTable } from '@/api/schema'
import { activeColumn, updatedColumn } from '@/app/record-columns'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'
import { KindBadge } from './KindBadge'

export const priceTableColumns = (
  t: TFunction<'price-tables'>,
  common: TFunction<'common'>,
  format: Format,
): Column<PriceTable>[] => [
  {
    id: 'code',
    header: t('field.code'),
    main: true,
    sortable: true,
    width: 260,
    cell: ({ code }) => code,
    below: ({ title }) => title,
  },
  {
    id: 'title',
    header: t('field.title'),
    sortable: true,
    optional: true,
    width: 220,
    cell: ({ title }) => title,
  },
  {
    id: 'kind',
    header: t('field.kind'),
    sortable: true,
    width: 104,
    cell: ({ kind }) => <KindBadge kind={kind} />,
    text: ({ kind }) => t(`kind.${kind}`),
  },
  {
    id: 'currency',
    header: t('field.currency'),
    sortable: true,
    width: 96,
    cell: ({ currency }) => currency,
  },
  {
    id: 'weight_unit',
    header: t('field.weight_unit'),
    optional: true,
    width: 110,
    cell: ({ weight_unit }) => weight_unit,
  },
  { id: 'service_code', header: t('field.service_id'), width: 110, cell: ({ service_code }) => service_code },
  {
    id: 'published_from',
    header: t('field.published_from'),
    sortable: true,
    width: 150,
    cell: ({ published_from }) => (published_from ? format.day(published_from) : t('notPublished')),
    text: ({ published_from }) => published_from,
  },
  {
    id: 'draft_count',
    header: t('field.draft_count'),
    align: 'right',
    width: 84,
    cell: ({ draft_count }) => format.number(draft_count),
    text: ({ draft_count }) => draft_count,
  },
  activeColumn(common, t('state', { returnObjects: true })),
  updatedColumn(common),
]
