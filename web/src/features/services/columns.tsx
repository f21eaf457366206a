import type { i18n, TFunction } from 'i18next'
import type { Service } from '@/api/schema'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'

export const serviceColumns = (
  t: TFunction<'services'>,
  common: TFunction<'common'>,
  i18n: i18n,
  format: Format,
): Column<Service>[] => [
  {
    id: 'title',
    header: common('record.name'),
    main: true,
    width: 190,
    cell: ({ title_locale, code }) => localeText(title_locale, i18n.language) || code,
  },
  codeColumn(t('field.code')),
  {
    id: 'group',
    header: t('field.group'),
    width: 120,
    cell: ({ group_title_locale }) => localeText(group_title_locale, i18n.language),
  },
  { id: 'mode', header: t('field.mode'), sortable: true, width: 106, cell: ({ mode }) => t(`mode.${mode}`) },
  { id: 'transit', header: t('field.transit'), width: 110, cell: (one) => transitOf(one, t, format) },
  {
    id: 'volumetric_divisor',
    header: t('field.volumetric_divisor'),
    align: 'right',
    width: 112,
    cell: ({ volumetric_divisor }) => format.number(volumetric_divisor),
  },
  {
    id: 'rounding_step_g',
    header: t('field.rounding_step_g'),
    align: 'right',
    width: 144,
    optional: true,
    cell: ({ rounding_step_g }) => format.weight(rounding_step_g),
  },
  {
    id: 'max_weight_g',
    header: t('field.max_weight_g'),
    align: 'right',
    width: 124,
    cell: ({ max_weight_g }) => (max_weight_g === null ? '–' : format.weight(max_weight_g)),
  },
  activeColumn(common),
  updatedColumn(common),
]

function transitOf(
  { transit_min_days: min, transit_max_days: max }: Service,
  t: TFunction<'services'>,
  format: Format,
) {
  const [from, to] = [min ?? max, max ?? min]
  if (from === null || to === null) return '–'
  const days = from === to ? format.number(to) : `${format.number(from)}–${format.number(to)}`
  return t('days', { count: to, days })
}
