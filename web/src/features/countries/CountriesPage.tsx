import { Select } from '@mantine/core'
import { IconMapPins, IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryList as loadCountries, useCountryList } from '@/api/generated/endpoints/reference/reference'
import { PAGED } from '@/api/record-query'
import type { CountryRecord } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { EditedTabs } from '@/blocks/shared-lists'
import { paths } from '@/context/paths'
import { localeText } from '@/ui/locale-text'
import { useListParams } from '@/ui/table/useListParams'
import { countryColumns } from './columns'
import { countryList } from './list'
import { useCountryRestore } from './useCountryRestore'

const edit = ({ id }: CountryRecord) => paths['countries.edit']({ id })

/** All countries, and where the company ships. */
export function CountriesPage() {
  const { t, i18n } = useTranslation('countries')
  const { t: common } = useTranslation()
  const list = useListParams(countryList)
  const restoring = useCountryRestore()
  const columns = useMemo(() => countryColumns(t, common, i18n), [t, common, i18n])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      tabs={<EditedTabs list={list} />}
      search={t('search')}
      filters={(['ships_to', 'ships_from'] as const).map((name) => (
        <Select
          key={name}
          aria-label={t(`field.${name}`)}
          placeholder={t(`field.${name}`)}
          clearable
          value={list.values[name] === undefined ? null : String(list.values[name])}
          data={[
            { value: 'true', label: t(`filter.${name}.yes`) },
            { value: 'false', label: t(`filter.${name}.no`) },
          ]}
          onChange={(value) => list.setFilters({ [name]: value === null ? undefined : value === 'true' })}
        />
      ))}
      list={list}
      load={(page, options) => loadCountries({ ...list.query, ...page }, options)}
      result={useCountryList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ name_locale }) => localeText(name_locale, i18n.language)}
      rowTo={edit}
      menu={(country) => [
        { label: common('record.open'), icon: IconPencil, to: edit(country) },
        'divider',
        restoring.entry(country),
      ]}
      empty={{ icon: IconMapPins, title: t('empty') }}
    />
  )
}
