import { IconFolderQuestion } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { faqGroupList as loadGroups, useFaqGroupList } from '@/api/generated/endpoints/support/support'
import { PAGED } from '@/api/record-query'
import type { FaqGroup } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { groupColumns, nameOfGroup } from './columns'
import { FaqTabs } from './FaqTabs'
import { faqGroupList } from './list'
import { useGroupSwitch } from './switches'

const edit = ({ id }: FaqGroup) => paths['faq_groups.edit']({ id })

/** Headings of the questions and answers. */
export function GroupsPage() {
  const { t, i18n } = useTranslation('faq-settings')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(faqGroupList)
  const language = i18n.language
  const columns = useMemo(() => groupColumns({ t, common, language, format }), [t, common, language, format])
  return (
    <RecordList
      title={t('group.title')}
      text={t('group.text')}
      action={
        <CreateLink
          to={paths['faq_groups.create']()}
          label={t('group.create')}
          allowed={can['faq_group.create']}
        />
      }
      tabs={
        <>
          <FaqTabs />
          <ActiveTabs list={list} />
        </>
      }
      search={t('group.search')}
      list={list}
      load={(page, options) => loadGroups({ ...list.query, ...page }, options)}
      result={useFaqGroupList(list.query, PAGED)}
      columns={columns}
      rowLabel={(group) => nameOfGroup(group, language)}
      rowTo={edit}
      menu={useRecordMenu(edit, useGroupSwitch())}
      empty={{ icon: IconFolderQuestion, title: t('group.empty'), text: t('group.emptyText') }}
    />
  )
}
