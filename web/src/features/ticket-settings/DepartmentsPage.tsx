import { IconHeadset } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { supportDepartmentList, useSupportDepartmentList } from '@/api/generated/endpoints/support/support'
import { PAGED } from '@/api/record-query'
import type { SupportDepartment } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useListParams } from '@/ui/table/useListParams'
import { departmentColumns, titleIn } from './columns'
import { departmentList } from './list'
import { useDepartmentSwitch } from './switches'

const edit = ({ id }: SupportDepartment) => paths['support_departments.edit']({ id })

/** The groups of staff that answer tickets. */
export function DepartmentsPage() {
  const { t, i18n } = useTranslation('ticket-settings')
  const { t: common } = useTranslation()
  const { can } = useProfile()
  const list = useListParams(departmentList)
  const language = i18n.language
  const columns = useMemo(() => departmentColumns({ t, common, language }), [t, common, language])
  return (
    <RecordList
      title={t('department.title')}
      text={t('department.text')}
      action={
        <CreateLink
          to={paths['support_departments.create']()}
          label={t('department.create')}
          allowed={can['support_department.create']}
        />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => supportDepartmentList({ ...list.query, ...page }, options)}
      result={useSupportDepartmentList(list.query, PAGED)}
      columns={columns}
      rowLabel={(record) => titleIn(record, language)}
      rowTo={edit}
      menu={useRecordMenu(edit, useDepartmentSwitch())}
      empty={{ icon: IconHeadset, title: t('department.empty'), text: t('department.emptyText') }}
    />
  )
}
