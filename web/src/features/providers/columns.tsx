import type { i18n, TFunction } from 'i18next'
import type { Provider } from '@/api/schema'
import { activeColumn, codeColumn, updatedColumn } from '@/blocks/record-columns'
import { localeText } from '@/ui/locale-text'
import type { Column } from '@/ui/table/columns'
import { listed } from '@/ui/wording'

export const providerColumns = (
  t: TFunction<'providers'>,
  common: TFunction<'common'>,
  i18n: i18n,
  country: (id: number) => string | null,
): Column<Provider>[] => [
  {
    id: 'title',
    header: common('record.name'),
    main: true,
    width: 200,
    cell: ({ title_locale, code }) => localeText(title_locale, i18n.language) || code,
  },
  codeColumn(t('field.code')),
  {
    id: 'provider_type',
    header: t('field.provider_type'),
    sortable: true,
    width: 170,
    cell: ({ provider_type }) => t(`type.${provider_type}`),
  },
  {
    id: 'iata_code',
    header: t('field.iata_code'),
    sortable: true,
    width: 110,
    cell: ({ iata_code }) => iata_code,
  },
  {
    id: 'awb_prefix',
    header: t('field.awb_prefix'),
    sortable: true,
    width: 120,
    cell: ({ awb_prefix }) => awb_prefix,
  },
  {
    id: 'country',
    header: t('field.country'),
    width: 150,
    cell: ({ country_id }) => country_id && country(country_id),
  },
  { id: 'scac', header: t('field.scac'), width: 100, optional: true, cell: ({ scac }) => scac },
  {
    id: 'capabilities',
    header: t('field.capabilities'),
    width: 260,
    optional: true,
    cell: ({ capabilities }) => listed(capabilities.map((one) => t(`capability.${one}`))),
  },
  activeColumn(common),
  updatedColumn(common),
]
