import { ActionIcon } from '@mantine/core'
import { IconDownload, IconEye, IconFiles } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  portalDocumentList as loadDocuments,
  usePortalDocumentList,
} from '@/api/generated/endpoints/finance/finance'
import { PAGED } from '@/api/record-query'
import type { PortalDocument } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { Money } from '@/ui/Money'
import type { Column } from '@/ui/table/columns'
import { useListParams } from '@/ui/table/useListParams'
import { Moment } from '@/ui/time/Moment'
import { download, recordOf } from './download'
import { DOCUMENT_TABS, documentList, queryOf } from './list'
import { StatementsMenu } from './StatementsMenu'

const documentColumns = (t: TFunction<'documents'>): Column<PortalDocument>[] => [
  {
    id: 'name',
    header: t('field.name'),
    main: true,
    sortable: true,
    width: 220,
    cell: ({ name }) => name,
    below: ({ kind }) => t(`kind.${kind}`),
  },
  {
    id: 'amount',
    header: t('field.amount'),
    align: 'right',
    width: 120,
    cell: ({ amount, currency }) =>
      amount !== null && currency !== null && <Money amount={amount} currency={currency} />,
    text: ({ amount }) => (amount === null ? '' : Number(amount)),
  },
  {
    id: 'at',
    header: t('field.at'),
    sortable: true,
    width: 166,
    cell: ({ at }) => <Moment at={at} />,
    text: ({ at }) => new Date(at),
  },
  {
    id: 'file',
    header: t('field.file'),
    width: 80,
    cell: (document) => (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('download', { name: document.name })}
        onClick={() => void download(document)}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
    ),
    text: () => '',
  },
]

/** Everything on paper that a client has with the company: invoices, its receipts, and customs papers. */
export function DocumentsPage() {
  const { t } = useTranslation('documents')
  const list = useListParams(documentList)
  const query = queryOf(list.query)
  const result = usePortalDocumentList(query, PAGED)
  const columns = useMemo(() => documentColumns(t), [t])
  const { kind, from, to } = list.values
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<StatementsMenu />}
      tabs={
        <StatusTabs
          label={t('field.kind')}
          value={kind ?? 'all'}
          tabs={DOCUMENT_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          totals={undefined}
          onChange={(value) => list.setFilters({ kind: value })}
        />
      }
      filters={
        <DateRangeFilter
          label={t('field.at')}
          value={{ from, to }}
          onChange={(range) => list.setFilters(range)}
        />
      }
      list={list}
      load={(page, options) => loadDocuments({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ name, kind }) => `${t(`kind.${kind}`)} ${name}`}
      rowTo={recordOf}
      menu={(document) => [
        { label: t('open'), icon: IconEye, to: recordOf(document) },
        { label: t('save'), icon: IconDownload, run: () => void download(document) },
      ]}
      empty={{ icon: IconFiles, title: t('empty'), text: t('emptyText'), action: null }}
    />
  )
}
