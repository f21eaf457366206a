import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import type { i18n, TFunction } from 'i18next'
import type { Package } from '@/api/schema'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { StatusBadge } from '@/ui/StatusBadge'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export const titleOf = ({ title_locale, code }: Package, i18n: i18n) =>
  localeText(title_locale, i18n.language) || code

export const packageColumns = (t: TFunction<'packages'>, i18n: i18n, format: Format): Column<Package>[] => [
  { id: 'code', header: t('field.code'), main: true, sortable: true, width: 130, cell: (one) => one.code },
  { id: 'title', header: t('field.title'), width: 180, cell: (one) => titleOf(one, i18n) },
  {
    id: 'package_type',
    header: t('field.package_type'),
    sortable: true,
    width: 120,
    cell: (one) => t(`type.${one.package_type}`),
  },
  { id: 'size', header: t('field.size'), align: 'right', width: 160, cell: (one) => sizeOf(one, format) },
  {
    id: 'tare_g',
    header: t('field.tare_g'),
    align: 'right',
    width: 110,
    optional: true,
    cell: (one) => format.weight(one.tare_g),
  },
  {
    id: 'max_weight_g',
    header: t('field.max_weight_g'),
    align: 'right',
    sortable: true,
    width: 180,
    cell: (one) => (one.max_weight_g === null ? '–' : format.weight(one.max_weight_g)),
  },
  {
    id: 'active',
    header: t('field.state'),
    width: 130,
    cell: (one) => <StatusBadge status={offerLook(one.active, t)} />,
  },
  {
    id: 'updated_at',
    header: t('field.updated_at'),
    sortable: true,
    optional: true,
    width: 170,
    cell: (one) => <Moment at={one.updated_at} />,
  },
]

export const offerLook = (active: boolean, t: TFunction<'packages'>) =>
  active
    ? { label: t('state.active'), color: 'teal', icon: IconCircleCheck }
    : { label: t('state.inactive'), color: 'gray', icon: IconCircleOff }

/** Only what is known on all three sides is a size. */
function sizeOf({ length_mm, width_mm, height_mm }: Package, format: Format) {
  if (length_mm === null || width_mm === null || height_mm === null) return '–'
  return format.sizes(length_mm, width_mm, height_mm)
}
