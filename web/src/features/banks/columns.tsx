import type { TFunction } from 'i18next'
import type { Bank } from '@/api/schema'
import { activeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Column } from '@/ui/table/columns'

export const bankColumns = (t: TFunction<'banks'>, common: TFunction<'common'>): Column<Bank>[] => [
  { id: 'name', header: t('field.name'), main: true, sortable: true, width: 320, cell: ({ name }) => name },
  { id: 'code', header: t('field.code'), sortable: true, width: 120, cell: ({ code }) => code },
  { id: 'ispb', header: t('field.ispb'), sortable: true, width: 120, cell: ({ ispb }) => ispb },
  activeColumn(common),
  updatedColumn(common),
]
