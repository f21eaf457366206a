import type { i18n, TFunction } from 'i18next'
import type { LocaleRecord } from '@/api/schema'
import { ActiveBadge, stateText } from '@/blocks/ActiveBadge'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export function localeColumns(
  t: TFunction<'locales'>,
  common: TFunction<'common'>,
  i18n: i18n,
): Column<LocaleRecord>[] {
  const words = { active: t('used.yes'), inactive: t('used.no') }
  return [
    {
      id: 'name',
      header: t('field.name'),
      main: true,
      sortable: true,
      width: 260,
      cell: ({ name_locale }) => localeText(name_locale, i18n.language),
    },
    { id: 'id', header: t('field.id'), sortable: true, width: 100, cell: ({ id }) => id },
    { id: 'own', header: t('field.own'), width: 220, cell: ({ name }) => name },
    {
      id: 'active',
      header: common('record.state'),
      width: 130,
      cell: ({ active, main }) => (main ? t('main') : <ActiveBadge active={active} words={words} />),
      text: ({ active, main }) => (main ? t('main') : stateText({ active }, common, words)),
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
