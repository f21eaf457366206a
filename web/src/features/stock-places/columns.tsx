import type { TFunction } from 'i18next'
import type { StockPlace } from '@/api/schema'
import { activeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Column } from '@/ui/table/columns'

export const stockPlaceColumns = (
  t: TFunction<'stock-places'>,
  common: TFunction<'common'>,
): Column<StockPlace>[] => [
  { id: 'code', header: t('field.code'), main: true, sortable: true, width: 160, cell: ({ code }) => code },
  {
    id: 'warehouse_code',
    header: t('field.warehouse'),
    sortable: true,
    width: 130,
    cell: ({ warehouse_code }) => warehouse_code,
  },
  {
    id: 'kind',
    header: t('field.kind'),
    sortable: true,
    width: 140,
    cell: ({ kind }) => t(`kind.${kind}`),
  },
  { id: 'note', header: t('field.note'), roomy: true, width: 220, cell: ({ note }) => note },
  activeColumn(common),
  updatedColumn(common),
]
