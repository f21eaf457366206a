import { Select } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  regulatoryDocumentList as loadDocuments,
  useRegulatoryDocumentList,
} from '@/api/generated/endpoints/regulatory/regulatory'
import { PAGED } from '@/api/record-query'
import { type RegulatoryDocumentKind, regulatoryDocumentKindValues } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { DocumentTabs } from '../DocumentTabs'
import { useShipmentDocumentActions } from './actions'
import { shipmentDocumentColumns } from './columns'
import { queryOf, type ShipmentDocumentListState, shipmentDocumentList } from './list'

/** The papers of shipments that the health authority must release: the newest first. */
export function ShipmentDocumentsPage() {
  const { t } = useTranslation('party-documents')
  const format = useFormat()
  const list = useListParams(shipmentDocumentList)
  const query = queryOf(list.query)
  const result = useRegulatoryDocumentList(query, PAGED)
  const columns = useMemo(() => shipmentDocumentColumns({ t, format }), [t, format])
  const actions = useShipmentDocumentActions()
  return (
    <RecordList
      title={t('title')}
      text={t('textShipments')}
      tabs={<DocumentTabs state={list.values.state} onChange={(state) => list.setFilters({ state })} />}
      search={t('searchShipments')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadDocuments({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ kind, shipment }) => `${t(`shipmentKind.${kind}`)} ${shipment.tracking_code}`}
      rowTo={({ request_id }) => paths['regulatory_requests.show']({ id: request_id })}
      menu={actions.menu}
      empty={{ icon: IconFileText, title: t('empty'), text: t('emptyShipments'), action: null }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Filters({ list }: { list: ShipmentDocumentListState }) {
  const { t } = useTranslation('party-documents')
  const { kind, expires_until } = list.values
  return (
    <>
      <Select
        aria-label={t('field.kind')}
        placeholder={t('anyKind')}
        clearable
        value={kind ?? null}
        data={regulatoryDocumentKindValues.map((value) => ({ value, label: t(`shipmentKind.${value}`) }))}
        onChange={(value) => list.setFilters({ kind: (value as RegulatoryDocumentKind | null) ?? undefined })}
      />
      <DateRangeFilter
        label={t('field.expires_until')}
        value={{ from: undefined, to: expires_until }}
        onChange={({ to }) => list.setFilters({ expires_until: to })}
      />
    </>
  )
}
