import { IconLanguage, IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  offeredLocaleList as loadLocales,
  useOfferedLocaleList,
} from '@/api/generated/endpoints/reference/reference'
import { PAGED } from '@/api/record-query'
import type { LocaleRecord } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { EditedTabs } from '@/blocks/shared-lists'
import { paths } from '@/context/paths'
import { localeText } from '@/ui/locale-text'
import { useListParams } from '@/ui/table/useListParams'
import { localeColumns } from './columns'
import { localeList } from './list'
import { useLocaleRestore } from './useLocaleRestore'

const edit = ({ id }: LocaleRecord) => paths['locales.edit']({ id })

/** The languages of the product, and those in which the company offers its pages. */
export function LocalesPage() {
  const { t, i18n } = useTranslation('locales')
  const { t: common } = useTranslation()
  const list = useListParams(localeList)
  const restoring = useLocaleRestore()
  const columns = useMemo(() => localeColumns(t, common, i18n), [t, common, i18n])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      tabs={<EditedTabs list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadLocales({ ...list.query, ...page }, options)}
      result={useOfferedLocaleList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ name_locale }) => localeText(name_locale, i18n.language)}
      rowTo={edit}
      menu={(locale) => [
        { label: common('record.open'), icon: IconPencil, to: edit(locale) },
        'divider',
        restoring.entry(locale),
      ]}
      empty={{ icon: IconLanguage, title: t('empty') }}
    />
  )
}
