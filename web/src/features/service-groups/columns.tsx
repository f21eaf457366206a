import type { i18n, TFunction } from 'i18next'
import type { ServiceGroup } from '@/api/schema'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'

export const serviceGroupColumns = (
  t: TFunction<'service-groups'>,
  common: TFunction<'common'>,
  i18n: i18n,
  format: Format,
): Column<ServiceGroup>[] => [
  {
    id: 'title',
    header: common('record.name'),
    main: true,
    width: 220,
    cell: ({ title_locale, code }) => localeText(title_locale, i18n.language) || code,
  },
  codeColumn(t('field.code')),
  {
    id: 'service_count',
    header: t('field.service_count'),
    sortable: true,
    align: 'right',
    width: 120,
    cell: ({ service_count }) => format.number(service_count),
    text: ({ service_count }) => service_count,
  },
  {
    id: 'position',
    header: t('field.position'),
    sortable: true,
    align: 'right',
    width: 110,
    cell: ({ position }) => format.number(position),
    text: ({ position }) => position,
  },
  activeColumn(common),
  updatedColumn(common),
]
