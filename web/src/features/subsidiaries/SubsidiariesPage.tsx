import { IconMapPin } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  subsidiaryList as loadSubsidiaries,
  useSubsidiaryList,
} from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import { PAGED } from '@/api/record-query'
import type { Subsidiary } from '@/api/schema'
import { useCountryName, useOnceCountriesAreNamed } from '@/api/useCountryName'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { subsidiaryColumns } from './columns'
import { subsidiaryList } from './list'
import { useSubsidiarySwitch } from './useSubsidiarySwitch'
import { nameIn } from './values'

const edit = ({ id }: Subsidiary) => paths['subsidiaries.edit']({ id })

/** The branches of the company. */
export function SubsidiariesPage() {
  const { t, i18n } = useTranslation('subsidiaries')
  const { t: common } = useTranslation()
  const format = useFormat()
  const country = useCountryName()
  const { can } = useProfile()
  const list = useListParams(subsidiaryList)
  const columns = useMemo(
    () => subsidiaryColumns(t, common, i18n, format, country),
    [t, common, i18n, format, country],
  )
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['subsidiaries.create']()}
          label={t('create')}
          allowed={can['subsidiary.create']}
        />
      }
      tabs={<ActiveTabs list={list} words={t('tab', { returnObjects: true })} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadSubsidiaries({ ...list.query, ...page }, options)}
      result={useOnceCountriesAreNamed(useSubsidiaryList(list.query, PAGED))}
      columns={columns}
      rowLabel={(subsidiary) => nameIn(i18n.language, subsidiary)}
      rowTo={edit}
      menu={useRecordMenu(edit, useSubsidiarySwitch())}
      empty={{ icon: IconMapPin, title: t('empty'), text: t('emptyText') }}
    />
  )
}
