import type { TFunction } from 'i18next'
import type { AdvancedPostRecord } from '@/api/schema'
import type { StreetOf } from '@/api/usePlaces'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Column } from '@/ui/table/columns'

export const advancedPostColumns = (
  t: TFunction<'advanced-posts'>,
  common: TFunction<'common'>,
  streetOf: StreetOf,
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
    cell: ({ country_id, address_1, address_number }) => streetOf({ country_id, address_1, address_number }),
  },
  { id: 'hours', header: t('field.hours'), width: 160, cell: ({ hours }) => hours },
  { id: 'phone', header: t('field.phone'), width: 150, optional: true, cell: ({ phone }) => phone },
  activeColumn(common),
  updatedColumn(common),
]
