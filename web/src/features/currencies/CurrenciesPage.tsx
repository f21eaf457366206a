import { IconCash, IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  currencyList as loadCurrencies,
  useCurrencyList,
} from '@/api/generated/endpoints/reference/reference'
import { PAGED } from '@/api/record-query'
import type { CurrencyRecord } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { useListParams } from '@/ui/table/useListParams'
import { currencyColumns } from './columns'
import { currencyList } from './list'
import { useCurrencyRestore } from './useCurrencyRestore'

const edit = ({ id }: CurrencyRecord) => paths['currencies.edit']({ id })

/** All currencies, and those in which the company bills. */
export function CurrenciesPage() {
  const { t, i18n } = useTranslation('currencies')
  const { t: common } = useTranslation()
  const format = useFormat()
  const list = useListParams(currencyList)
  const restoring = useCurrencyRestore()
  const columns = useMemo(() => currencyColumns(t, common, i18n, format), [t, common, i18n, format])
  const tab = list.values.charged ? 'charged' : list.values.active === false ? 'unused' : undefined
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      tabs={
        <FilterTabs
          label={t('tab.label')}
          value={tab}
          options={[
            { value: undefined, label: t('tab.all') },
            { value: 'charged', label: t('tab.charged') },
            { value: 'unused', label: t('tab.unused') },
          ]}
          onChange={(chosen) =>
            list.setFilters({
              charged: chosen === 'charged' || undefined,
              active: chosen === 'unused' ? false : undefined,
            })
          }
        />
      }
      search={t('search')}
      list={list}
      load={(page, options) => loadCurrencies({ ...list.query, ...page }, options)}
      result={useCurrencyList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ name_locale }) => localeText(name_locale, i18n.language)}
      rowTo={edit}
      menu={(currency) => [
        { label: common('record.open'), icon: IconPencil, to: edit(currency) },
        'divider',
        restoring.entry(currency),
      ]}
      empty={{ icon: IconCash, title: t('empty') }}
    />
  )
}
