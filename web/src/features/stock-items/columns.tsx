import type { TFunction } from 'i18next'
import type { StockItem } from '@/api/schema'
import { activeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'

type Words = { t: TFunction<'stock-items'>; common: TFunction<'common'>; format: Format }

export const stockItemColumns = ({ t, common, format }: Words): Column<StockItem>[] => [
  {
    id: 'title',
    header: t('field.title'),
    main: true,
    sortable: true,
    width: 240,
    cell: ({ title }) => title,
  },
  {
    id: 'sku',
    header: t('field.sku'),
    sortable: true,
    width: 140,
    cell: ({ sku }) => sku,
    below: ({ ean }) => ean,
  },
  {
    id: 'client_name',
    header: t('field.client'),
    sortable: true,
    width: 170,
    cell: ({ client_name }) => client_name ?? t('own'),
  },
  {
    id: 'on_hand',
    header: t('field.on_hand'),
    align: 'right',
    width: 120,
    cell: ({ on_hand, unit }) => `${format.number(on_hand)} ${t(`unit.${unit}`)}`,
    text: ({ on_hand }) => on_hand,
    below: ({ on_hand, min_quantity }) =>
      min_quantity !== null &&
      on_hand < min_quantity &&
      t('belowMinimum', { number: format.number(min_quantity) }),
  },
  {
    id: 'keeping',
    roomy: true,
    header: t('field.keeping'),
    width: 150,
    cell: ({ keep_lot, keep_expiry }) =>
      [keep_lot && t('byLot'), keep_expiry && t('byExpiry')].filter(Boolean).join(' · '),
  },
  activeColumn(common),
  updatedColumn(common),
]
