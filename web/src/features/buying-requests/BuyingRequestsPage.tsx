import { IconBasket } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  buyingRequestList as loadBuyingRequests,
  useBuyingRequestList,
} from '@/api/generated/endpoints/stock/stock'
import { PAGED } from '@/api/record-query'
import type { BuyingRequestListParams, BuyingRequestStatus } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useBuyingActions } from './actions'
import { buyingColumns } from './columns'
import { BUYING_TABS, buyingRequestList } from './list'

type BuyingState = ListState<typeof buyingRequestList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: BuyingState['query']): BuyingRequestListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as BuyingRequestStatus }
}

/** Goods that the company buys for clients. */
export function BuyingRequestsPage() {
  const { t } = useTranslation('buying-requests')
  const { can, is_outside } = useProfile()
  const format = useFormat()
  const list = useListParams(buyingRequestList)
  const query = queryOf(list.query)
  const columns = useMemo(() => buyingColumns({ t, format, isOutside: is_outside }), [t, format, is_outside])
  const actions = useBuyingActions()
  return (
    <RecordList
      title={is_outside ? t('forClients.title') : t('title')}
      text={is_outside ? t('forClients.text') : t('text')}
      action={
        <CreateLink
          to={paths['buying_requests.create']()}
          label={is_outside ? t('forClients.create') : t('create')}
          allowed={can['buying_request.create']}
        />
      }
      tabs={
        <FilterTabs
          label={t('field.status')}
          value={list.values.status ?? 'all'}
          options={BUYING_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
          onChange={(status) => list.setFilters({ status })}
        />
      }
      search={t('search')}
      filters={is_outside ? undefined : <Filters list={list} />}
      list={list}
      load={(page, options) => loadBuyingRequests({ ...query, ...page }, options)}
      result={useBuyingRequestList(query, PAGED)}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['buying_requests.show']}
      menu={actions.menu}
      empty={{
        icon: IconBasket,
        title: t('empty'),
        text: is_outside ? t('forClients.emptyText') : t('emptyText'),
      }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Filters({ list }: { list: BuyingState }) {
  const { t } = useTranslation('buying-requests')
  const { client_id } = list.values
  return (
    <MoreFilters count={client_id ? 1 : 0}>
      <ClientChoice
        label={t('field.client')}
        withinPortal={false}
        value={client_id}
        onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
      />
    </MoreFilters>
  )
}
