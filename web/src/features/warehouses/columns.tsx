import type { TFunction } from 'i18next'
import type { Warehouse } from '@/api/schema'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Column } from '@/ui/table/columns'

export const warehouseColumns = (
  t: TFunction<'warehouses'>,
  common: TFunction<'common'>,
  country: (id: number) => string | null,
): Column<Warehouse>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 180,
    cell: ({ name }) => name,
  },
  codeColumn(t('field.code')),
  {
    id: 'warehouse_type',
    header: t('field.warehouse_type'),
    sortable: true,
    width: 130,
    cell: ({ warehouse_type }) => t(`type.${warehouse_type}`),
  },
  { id: 'run_by', header: t('field.run_by'), width: 160, cell: ({ run_by }) => run_by ?? t('runBy.company') },
  {
    id: 'city',
    header: t('field.city'),
    sortable: true,
    width: 150,
    cell: ({ city }) => city,
    below: ({ country_id }) => country(country_id),
  },
  { id: 'airport', header: t('field.airport'), width: 110, cell: ({ airport }) => airport },
  { id: 'hours', header: t('field.hours'), width: 180, optional: true, cell: ({ hours }) => hours },
  activeColumn(common),
  updatedColumn(common),
]
