import type { i18n, TFunction } from 'i18next'
import type { CountryRecord } from '@/api/schema'
import { ActiveBadge, stateText } from '@/blocks/ActiveBadge'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'
import { Moment } from '@/ui/time/Moment'

export function countryColumns(
  t: TFunction<'countries'>,
  common: TFunction<'common'>,
  i18n: i18n,
): Column<CountryRecord>[] {
  const named = ({ name_locale }: CountryRecord) => localeText(name_locale, i18n.language)
  const words = { active: t('served.yes'), inactive: t('served.no') }
  const direction = (id: 'ships_to' | 'ships_from'): Column<CountryRecord> => ({
    id,
    header: t(`field.${id}`),
    sortable: true,
    width: 130,
    cell: (country) => <ActiveBadge active={country[id]} words={words} />,
    text: (country) => stateText({ active: country[id] }, common, words),
  })
  return [
    {
      id: 'name',
      header: t('field.name'),
      main: true,
      sortable: true,
      width: 260,
      cell: named,
      below: (country) => {
        const standard = localeText(country.standard_name_locale, i18n.language)
        return standard === named(country) ? undefined : standard
      },
    },
    { id: 'id', header: t('field.id'), sortable: true, width: 90, cell: ({ id }) => id },
    direction('ships_to'),
    direction('ships_from'),
    {
      id: 'document_required',
      header: t('field.document'),
      width: 130,
      roomy: true,
      cell: ({ document_required }) => t(document_required ? 'document.yes' : 'document.no'),
    },
    {
      id: 'notice',
      header: t('field.notice'),
      width: 240,
      roomy: true,
      cell: ({ notice_locale }) => localeText(notice_locale, i18n.language),
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
