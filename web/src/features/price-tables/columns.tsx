import type { TFunction } from 'i18next'
import type { PriceTable } from '@/api/schema'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'
import { KindBadge } from './KindBadge'

export const priceTableColumns = (
  t: TFunction<'price-tables'>,
  common: TFunction<'common'>,
  format: Format,
): Column<PriceTable>[] => [
  {
    id: 'title',
    header: t('field.title'),
    main: true,
    sortable: true,
    width: 320,
    cell: ({ title }) => title,
    below: ({ code }) => code,
  },
  { ...codeColumn(t('field.code'), 108), optional: true },
  {
    id: 'kind',
    header: t('field.kind'),
    sortable: true,
    width: 96,
    cell: ({ kind }) => <KindBadge kind={kind} />,
    text: ({ kind }) => t(`kind.${kind}`),
  },
  {
    id: 'currency',
    header: t('field.currency'),
    sortable: true,
    width: 104,
    cell: ({ currency }) => currency,
  },
  {
    id: 'weight_unit',
    header: t('field.weight_unit'),
    optional: true,
    width: 110,
    cell: ({ weight_unit }) => weight_unit,
  },
  { id: 'service_code', header: t('field.service_id'), width: 96, cell: ({ service_code }) => service_code },
  {
    id: 'published_from',
    header: t('field.published_from'),
    sortable: true,
    width: 140,
    cell: ({ published_from }) => (published_from ? format.day(published_from) : t('notPublished')),
    text: ({ published_from }) => published_from,
  },
  {
    id: 'draft_count',
    header: t('field.draft_count'),
    align: 'right',
    width: 90,
    cell: ({ draft_count }) => format.number(draft_count),
    text: ({ draft_count }) => draft_count,
  },
  activeColumn(common, t('state', { returnObjects: true })),
  updatedColumn(common),
]
