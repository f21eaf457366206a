import { Select } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { providerList as loadProviders, useProviderList } from '@/api/generated/endpoints/providers/providers'
import { PAGED } from '@/api/record-query'
import { type Provider, providerTypeValues } from '@/api/schema'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { localeText } from '@/ui/locale-text'
import { useListParams } from '@/ui/table/useListParams'
import { providerColumns } from './columns'
import { providerList } from './list'
import { useProviderSwitch } from './useProviderSwitch'

const edit = ({ id }: Provider) => paths['providers.edit']({ id })

/** Companies that carry, clear or store for the company. */
export function ProvidersPage() {
  const { t, i18n } = useTranslation('providers')
  const { t: common } = useTranslation()
  const country = useCountryName()
  const { can } = useProfile()
  const list = useListParams(providerList)
  const columns = useMemo(() => providerColumns(t, common, i18n, country), [t, common, i18n, country])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['providers.create']()} label={t('create')} allowed={can['provider.create']} />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      filters={
        <Select
          aria-label={t('field.provider_type')}
          placeholder={t('field.provider_type')}
          clearable
          value={list.values.provider_type ?? null}
          data={providerTypeValues.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(value) => list.setFilters({ provider_type: value ?? undefined })}
        />
      }
      list={list}
      load={(page, options) => loadProviders({ ...list.query, ...page }, options)}
      result={useOnceCountriesAreNamed(useProviderList(list.query, PAGED))}
      columns={columns}
      rowLabel={({ title_locale, code }) => localeText(title_locale, i18n.language) || code}
      rowTo={edit}
      menu={useRecordMenu(edit, useProviderSwitch())}
      empty={{ icon: IconTruckDelivery, title: t('empty'), text: t('emptyText') }}
    />
  )
}
