import type { i18n, TFunction } from 'i18next'
import type { CurrencyRecord } from '@/api/schema'
import { ActiveBadge, stateText } from '@/blocks/ActiveBadge'
import type { Format } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export function currencyColumns(
  t: TFunction<'currencies'>,
  common: TFunction<'common'>,
  i18n: i18n,
  format: Format,
): Column<CurrencyRecord>[] {
  const words = { active: t('used.yes'), inactive: t('used.no') }
  return [
    {
      id: 'name',
      header: t('field.name'),
      main: true,
      sortable: true,
      width: 280,
      cell: ({ name_locale }) => localeText(name_locale, i18n.language),
    },
    { id: 'id', header: t('field.id'), sortable: true, width: 90, cell: ({ id }) => id },
    { id: 'symbol', header: t('field.symbol'), width: 90, cell: ({ symbol }) => symbol },
    {
      id: 'position',
      header: t('field.billing'),
      sortable: true,
      width: 170,
      cell: ({ position, main }) => {
        if (main) return t('billing.main')
        return position === null ? '' : t('billing.place', { place: format.number(position) })
      },
      text: ({ position }) => position ?? '',
    },
    {
      id: 'active',
      header: common('record.state'),
      width: 120,
      cell: ({ active }) => <ActiveBadge active={active} words={words} />,
      text: ({ active }) => stateText({ active }, common, words),
    },
    {
      id: 'decimal_places',
      header: t('field.decimals'),
      align: 'right',
      width: 110,
      optional: true,
      cell: ({ decimal_places }) => format.number(decimal_places),
      text: ({ decimal_places }) => decimal_places,
    },
    {
      id: 'updated_at',
      header: common('record.updated_at'),
      sortable: true,
      optional: true,
      width: 185,
      cell: ({ updated_at }) => updated_at && <Moment at={updated_at} relative />,
      text: ({ updated_at }) => (updated_at ? new Date(updated_at) : ''),
    },
  ]
}
