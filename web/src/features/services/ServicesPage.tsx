import { IconPlaneDeparture } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { serviceList as loadServices, useServiceList } from '@/api/generated/endpoints/services/services'
import { PAGED } from '@/api/record-query'
import type { Service } from '@/api/schema'
import { ActiveTabs } from '@/app/ActiveBadge'
import { paths } from '@/app/paths'
import { CreateLink, RecordList, useRecordMenu } from '@/app/RecordList'
import { useProfile } from '@/app/session'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { serviceColumns } from './columns'
import { serviceList } from './list'
import { useServiceSwitch } from './useServiceSwitch'

const edit = ({ id }: Service) => paths['services.edit']({ id })

/** The services that the company sells. */
export function ServicesPage() {
  const { t, i18n } = useTranslation('services')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(serviceList)
  const columns = useMemo(() => serviceColumns(t, common, i18n, format), [t, common, i18n, format])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['services.create']()} label={t('create')} allowed={can['service.create']} />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadServices({ ...list.query, ...page }, options)}
      result={useServiceList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ code }) => code}
      rowTo={edit}
      menu={useRecordMenu(edit, useServiceSwitch())}
      empty={{ icon: IconPlaneDeparture, title: t('empty'), text: t('emptyText') }}
    />
  )
}
