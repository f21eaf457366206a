import { Checkbox, Select } from '@mantine/core'
import { IconReportMedical } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  regulatoryRequestList as loadRequests,
  useRegulatoryRequestList,
} from '@/api/generated/endpoints/regulatory/regulatory'
import { PAGED } from '@/api/record-query'
import { regulatoryCategoryValues, regulatoryStatusValues } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { useListParams } from '@/ui/table/useListParams'
import { CreateRequest } from './CreateRequest'
import { regulatoryColumns } from './columns'
import { type RegulatoryListState, regulatoryList, STAGES } from './list'
import { useRequestActions } from './useRequestActions'

/** Requests to the health authority, one per shipment. */
export function RegulatoryRequestsPage() {
  const { t } = useTranslation('regulatory-requests')
  const { t: regulatory } = useTranslation('regulatory')
  const format = useFormat()
  const { can } = useProfile()
  const list = useListParams(regulatoryList)
  const columns = useMemo(() => regulatoryColumns({ page: t, regulatory }, format), [t, regulatory, format])
  const { menu, bulk, dialog } = useRequestActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={can['regulatory_request.create'] && <CreateRequest />}
      tabs={
        <FilterTabs
          label={t('field.status')}
          value={list.values.status}
          options={[
            { value: undefined, label: t('stage.all') },
            ...STAGES.map(({ id, status }) => ({ value: status, label: t(`stage.${id}`) })),
          ]}
          onChange={(status) => list.setFilters({ status })}
        />
      }
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadRequests({ ...list.query, ...page }, options)}
      result={useRegulatoryRequestList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ shipment }) => shipment.tracking_code}
      rowTo={({ id }) => paths['regulatory_requests.show']({ id })}
      menu={menu}
      bulk={can['regulatory_request.change_status'] ? bulk : undefined}
      empty={{ icon: IconReportMedical, title: t('empty'), text: t('emptyText') }}
    >
      {dialog}
    </RecordList>
  )
}

function Filters({ list }: { list: RegulatoryListState }) {
  const { t } = useTranslation('regulatory-requests')
  const { t: regulatory } = useTranslation('regulatory')
  const { status, category, demand } = list.values
  // A tab shows the others.
  const ofOne = STAGES.some((stage) => stage.status === status) ? undefined : status
  return (
    <MoreFilters count={[category, demand, ofOne].filter((value) => value !== undefined).length}>
      <Select
        label={t('field.status')}
        comboboxProps={{ withinPortal: false }}
        value={status?.includes(',') ? null : (status ?? 'ALL_STATUS')}
        placeholder={t('severalStatuses')}
        data={[
          { value: 'ALL_STATUS', label: t('allStatuses') },
          ...regulatoryStatusValues.map((code) => ({
            value: String(code),
            label: regulatory(`status.${code}`),
          })),
        ]}
        onChange={(code) => list.setFilters({ status: code && code !== 'ALL_STATUS' ? code : undefined })}
      />
      <Select
        label={t('field.category')}
        placeholder={t('anyCategory')}
        comboboxProps={{ withinPortal: false }}
        clearable
        value={category ?? null}
        data={regulatoryCategoryValues.map((value) => ({ value, label: t(`category.${value}`) }))}
        onChange={(value) => list.setFilters({ category: value ?? undefined })}
      />
      <Checkbox
        label={t('openDemand')}
        checked={demand === true}
        onChange={(event) => list.setFilters({ demand: event.currentTarget.checked ? true : undefined })}
      />
    </MoreFilters>
  )
}
