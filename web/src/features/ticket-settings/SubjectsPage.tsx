import { IconTags } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { supportSubjectList, useSupportSubjectList } from '@/api/generated/endpoints/support/support'
import { PAGED } from '@/api/record-query'
import type { SupportSubject } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useListParams } from '@/ui/table/useListParams'
import { subjectColumns, titleIn } from './columns'
import { subjectList } from './list'
import { useSubjectSwitch } from './switches'

const edit = ({ id }: SupportSubject) => paths['support_subjects.edit']({ id })

/** The subjects that tickets are sorted by. */
export function SubjectsPage() {
  const { t, i18n } = useTranslation('ticket-settings')
  const { t: common } = useTranslation()
  const { can } = useProfile()
  const list = useListParams(subjectList)
  const language = i18n.language
  const columns = useMemo(() => subjectColumns({ t, common, language }), [t, common, language])
  return (
    <RecordList
      title={t('subject.title')}
      text={t('subject.text')}
      action={
        <CreateLink
          to={paths['support_subjects.create']()}
          label={t('subject.create')}
          allowed={can['support_subject.create']}
        />
      }
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => supportSubjectList({ ...list.query, ...page }, options)}
      result={useSupportSubjectList(list.query, PAGED)}
      columns={columns}
      rowLabel={(record) => titleIn(record, language)}
      rowTo={edit}
      menu={useRecordMenu(edit, useSubjectSwitch())}
      empty={{ icon: IconTags, title: t('subject.empty'), text: t('subject.emptyText') }}
    />
  )
}
