import { IconStack2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  serviceGroupList as loadGroups,
  useServiceGroupList,
} from '@/api/generated/endpoints/services/services'
import { PAGED } from '@/api/record-query'
import type { ServiceGroup } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'
import { useListParams } from '@/ui/table/useListParams'
import { serviceGroupColumns } from './columns'
import { serviceGroupList } from './list'
import { useServiceGroupSwitch } from './useServiceGroupSwitch'

const edit = ({ id }: ServiceGroup) => paths['service_groups.edit']({ id })

/** Headings under which services are offered. */
export function ServiceGroupsPage() {
  const { t, i18n } = useTranslation('service-groups')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(serviceGroupList)
  const columns = useMemo(() => serviceGroupColumns(t, common, i18n, format), [t, common, i18n, format])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['service_groups.create']()}
          label={t('create')}
          allowed={can['service_group.create']}
        />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadGroups({ ...list.query, ...page }, options)}
      result={useServiceGroupList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ title_locale, code }) => localeText(title_locale, i18n.language) || code}
      rowTo={edit}
      menu={useRecordMenu(edit, useServiceGroupSwitch())}
      empty={{ icon: IconStack2, title: t('empty'), text: t('emptyText') }}
    />
  )
}
