import type { i18n, TFunction } from 'i18next'
import type { Subsidiary } from '@/api/schema'
import { activeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import type { Column } from '@/ui/table/columns'
import { nameIn } from './values'

export const subsidiaryColumns = (
  t: TFunction<'subsidiaries'>,
  common: TFunction<'common'>,
  i18n: i18n,
  format: Format,
  country: (id: number) => string | null,
): Column<Subsidiary>[] => [
  {
    id: 'title',
    header: t('field.title'),
    main: true,
    sortable: true,
    width: 200,
    cell: (subsidiary) => nameIn(i18n.language, subsidiary),
  },
  activeColumn(common, t('state', { returnObjects: true })),
  { id: 'city', header: t('field.city'), sortable: true, width: 170, cell: ({ city }) => city },
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
  updatedColumn(common),
]
