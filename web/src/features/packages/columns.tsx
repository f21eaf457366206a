import type { i18n, TFunction } from 'i18next'
import type { Package } from '@/api/schema'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'

export const packageColumns = (
  t: TFunction<'packages'>,
  common: TFunction<'common'>,
  i18n: i18n,
  format: Format,
): Column<Package>[] => [
  {
    id: 'title',
    header: t('field.title'),
    main: true,
    width: 180,
    cell: ({ title_locale, code }) => localeText(title_locale, i18n.language) || code,
  },
  codeColumn(t('field.code')),
  {
    id: 'package_type',
    header: t('field.package_type'),
    sortable: true,
    width: 120,
    cell: ({ package_type }) => t(`type.${package_type}`),
  },
  { id: 'size', header: t('field.size'), align: 'right', width: 160, cell: (one) => sizeOf(one, format) },
  {
    id: 'tare_g',
    header: t('field.tare_g'),
    align: 'right',
    width: 110,
    optional: true,
    cell: ({ tare_g }) => format.weight(tare_g),
  },
  {
    id: 'max_weight_g',
    header: t('field.max_weight_g'),
    align: 'right',
    sortable: true,
    width: 180,
    cell: ({ max_weight_g }) => (max_weight_g === null ? '–' : format.weight(max_weight_g)),
  },
  activeColumn(common, t('state', { returnObjects: true })),
  updatedColumn(common),
]

/** Only a package known on all three sides has a size. */
function sizeOf({ length_mm, width_mm, height_mm }: Package, format: Format) {
  if (length_mm === null || width_mm === null || height_mm === null) return '–'
  return format.sizes(length_mm, width_mm, height_mm)
}
