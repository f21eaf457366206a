import { Select } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  partyDocumentList as loadDocuments,
  usePartyDocumentList,
} from '@/api/generated/endpoints/parties/parties'
import { PAGED } from '@/api/record-query'
import { RecordList } from '@/blocks/RecordList'
import { readKind, useDocumentKinds } from '@/shared/party/records/document-kinds'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { usePartyDocumentActions } from './actions'
import { partyDocumentColumns } from './columns'
import { DocumentTabs } from './DocumentTabs'
import { type PartyDocumentListState, partyDocumentList, queryOf } from './list'
import { ownerPage } from './owner-page'

/** The papers of clients, partners and subsidiaries: first those that expire first. */
export function PartyDocumentsPage() {
  const { t } = useTranslation('party-documents')
  const format = useFormat()
  const list = useListParams(partyDocumentList)
  const query = queryOf(list.query)
  const result = usePartyDocumentList(query, PAGED)
  const columns = useMemo(() => partyDocumentColumns({ t, format }), [t, format])
  const actions = usePartyDocumentActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      tabs={<DocumentTabs state={list.values.state} onChange={(state) => list.setFilters({ state })} />}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadDocuments({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ kind, type_name, owner_name }) => `${type_name ?? t(`kind.${kind}`)} ${owner_name}`}
      rowTo={ownerPage}
      menu={actions.menu}
      empty={{ icon: IconFileText, title: t('empty'), text: t('emptyText'), action: null }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Filters({ list }: { list: PartyDocumentListState }) {
  const { t } = useTranslation('party-documents')
  const { kind, type_id, expires_until, deleted_until } = list.values
  const kinds = useDocumentKinds(type_id, null)
  return (
    <>
      <Select
        aria-label={t('field.kind')}
        placeholder={t('anyKind')}
        clearable
        value={type_id ?? kind ?? null}
        data={kinds}
        onChange={(value) => {
          const chosen = value === null ? undefined : readKind(value)
          list.setFilters({ kind: chosen?.kind, type_id: chosen?.type_id ?? undefined })
        }}
      />
      <DateRangeFilter
        label={t('field.expires_until')}
        value={{ from: undefined, to: expires_until }}
        onChange={({ to }) => list.setFilters({ expires_until: to })}
      />
      <DateRangeFilter
        label={t('field.deleted_until')}
        value={{ from: undefined, to: deleted_until }}
        onChange={({ to }) => list.setFilters({ deleted_until: to })}
      />
    </>
  )
}
