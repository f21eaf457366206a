import { IconMessage2Bolt } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { supportTemplateList, useSupportTemplateList } from '@/api/generated/endpoints/support/support'
import { PAGED } from '@/api/record-query'
import type { SupportTemplate } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useListParams } from '@/ui/table/useListParams'
import { templateColumns, titleIn } from './columns'
import { templateList } from './list'
import { useTemplateSwitch } from './switches'

const edit = ({ id }: SupportTemplate) => paths['support_templates.edit']({ id })

/** Texts that staff insert into replies. */
export function TemplatesPage() {
  const { t, i18n } = useTranslation('ticket-settings')
  const { t: common } = useTranslation()
  const { can } = useProfile()
  const list = useListParams(templateList)
  const language = i18n.language
  const columns = useMemo(() => templateColumns({ t, common, language }), [t, common, language])
  return (
    <RecordList
      title={t('template.title')}
      text={t('template.text')}
      action={
        <CreateLink
          to={paths['support_templates.create']()}
          label={t('template.create')}
          allowed={can['support_template.create']}
        />
      }
      tabs={<ActiveTabs list={list} words={t('template.states', { returnObjects: true })} />}
      search={t('search')}
      list={list}
      load={(page, options) => supportTemplateList({ ...list.query, ...page }, options)}
      result={useSupportTemplateList(list.query, PAGED)}
      columns={columns}
      rowLabel={(record) => titleIn(record, language)}
      rowTo={edit}
      menu={useRecordMenu(edit, useTemplateSwitch())}
      empty={{ icon: IconMessage2Bolt, title: t('template.empty'), text: t('template.emptyText') }}
    />
  )
}
