import type { TFunction } from 'i18next'
import type { AdvancedPostRecord } from '@/api/schema'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Column } from '@/ui/table/columns'

export const advancedPostColumns = (
  t: TFunction<'advanced-posts'>,
  common: TFunction<'common'>,
): Column<AdvancedPostRecord>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 180,
    cell: ({ name }) => name,
  },
  codeColumn(t('field.code')),
  { id: 'city', header: t('field.city'), sortable: true, width: 150, cell: ({ city }) => city },
  {
    id: 'address',
    header: t('field.address'),
    width: 210,
    cell: ({ address_1, address_number }) => [address_1, address_number].filter(Boolean).join(', '),
  },
  { id: 'hours', header: t('field.hours'), width: 160, cell: ({ hours }) => hours },
  { id: 'phone', header: t('field.phone'), width: 150, optional: true, cell: ({ phone }) => phone },
  activeColumn(common),
  updatedColumn(common),
]
