import { IconTags } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { documentTypeList as loadTypes, useDocumentTypeList } from '@/api/generated/endpoints/parties/parties'
import { PAGED } from '@/api/record-query'
import type { PartyDocumentType } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { DocumentLists } from '../DocumentTabs'
import { documentTypeColumns } from './columns'
import { documentTypeList } from './list'
import { useDocumentTypeSwitch } from './useDocumentTypeSwitch'

const edit = ({ id }: PartyDocumentType) => paths['document_types.edit']({ id })

/** The company's own types of documents, and how long these are kept. */
export function DocumentTypesPage() {
  const { t } = useTranslation('document-types')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(documentTypeList)
  const columns = useMemo(() => documentTypeColumns(t, common, format), [t, common, format])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink
          to={paths['document_types.create']()}
          label={t('create')}
          allowed={can['document_type.create']}
        />
      }
      tabs={
        <>
          <DocumentLists />
          <ActiveTabs list={list} />
        </>
      }
      search={t('search')}
      list={list}
      load={(page, options) => loadTypes({ ...list.query, ...page }, options)}
      result={useDocumentTypeList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ name }) => name}
      rowTo={edit}
      menu={useRecordMenu(edit, useDocumentTypeSwitch())}
      empty={{ icon: IconTags, title: t('empty'), text: t('emptyText') }}
    />
  )
}
