import type { TFunction } from 'i18next'
import type { Partner } from '@/api/schema'
import { activeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'

export const partnerColumns = (
  t: TFunction<'partners'>,
  common: TFunction<'common'>,
  format: Format,
  country: (id: number) => string | null,
): Column<Partner>[] => [
  { id: 'name', header: t('field.name'), main: true, sortable: true, width: 220, cell: ({ name }) => name },
  { id: 'code', header: t('field.code'), sortable: true, width: 110, cell: ({ code }) => code },
  activeColumn(common),
  { id: 'city', header: t('field.city'), sortable: true, width: 160, cell: ({ city }) => city },
  { id: 'country', header: t('field.country'), width: 150, cell: ({ country_id }) => country(country_id) },
  {
    id: 'user_count',
    header: t('field.user_count'),
    sortable: true,
    align: 'right',
    width: 110,
    cell: ({ user_count }) => format.number(user_count),
    text: ({ user_count }) => user_count,
  },
  { id: 'email', header: t('field.email'), optional: true, width: 200, cell: ({ email }) => email },
  updatedColumn(common),
]
