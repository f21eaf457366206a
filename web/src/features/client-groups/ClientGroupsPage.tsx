import { IconUsers } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clientGroupList as loadGroups, useClientGroupList } from '@/api/generated/endpoints/parties/parties'
import { PAGED } from '@/api/record-query'
import type { ClientGroup } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { clientGroupColumns } from './columns'
import { clientGroupList } from './list'
import { useClientGroupSwitch } from './useClientGroupSwitch'

const edit = ({ id }: ClientGroup) => paths['client_groups.edit']({ id })

/** Groups of clients, such as those that share prices. */
export function ClientGroupsPage() {
  const { t } = useTranslation('client-groups')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(clientGroupList)
  const columns = useMemo(() => clientGroupColumns(t, common, format), [t, common, format])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['client_groups.create']()}
          label={t('create')}
          allowed={can['client_group.create']}
        />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadGroups({ ...list.query, ...page }, options)}
      result={useClientGroupList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ title }) => title}
      rowTo={edit}
      menu={useRecordMenu(edit, useClientGroupSwitch())}
      empty={{ icon: IconUsers, title: t('empty'), text: t('emptyText') }}
    />
  )
}
