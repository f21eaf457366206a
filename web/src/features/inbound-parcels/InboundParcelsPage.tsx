import { Select } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  inboundParcelList as loadInboundParcels,
  useInboundParcelList,
  useInboundParcelPlaces,
} from '@/api/generated/endpoints/receiving/receiving'
import { PAGED } from '@/api/record-query'
import type { InboundParcelListParams, InboundParcelStatus, InboundParcelTotals } from '@/api/schema'
import { PagePending } from '@/blocks/PagePending'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useInboundParcelActions } from './actions'
import { inboundParcelColumns } from './columns'
import { INBOUND_PARCEL_TABS, inboundParcelList } from './list'
import { SuiteAddresses } from './SuiteAddresses'

type InboundParcelListState = ListState<typeof inboundParcelList.defaults>

/** The query of the call: the tab of all has no status, and that of unidentified parcels is not one. */
function queryOf({ status, ...query }: InboundParcelListState['query']): InboundParcelListParams {
  if (status === 'all' || status === undefined) return query
  if (status === 'unidentified') return { ...query, unidentified: true }
  return { ...query, status: Number(status) as InboundParcelStatus }
}

/** Parcels of clients: staff see where each is, a client sees its own and where to have others sent. */
export function InboundParcelsPage() {
  const { is_outside } = useProfile()
  return is_outside ? <OwnParcels /> : <ParcelList />
}

/** The addresses stand above the list, which is drawn with them: it would move when they come later. */
function OwnParcels() {
  const { t } = useTranslation('inbound-parcels')
  const { can } = useProfile()
  const canAnnounce = can['inbound_parcel.create'] === true
  const places = useInboundParcelPlaces({ query: { enabled: canAnnounce } })
  if (canAnnounce && !places.data && !places.error) return <PagePending />
  const failed = places.error && <LoadFailure title={t('address.failed')} result={places} />
  return <ParcelList above={places.data ? <SuiteAddresses places={places.data.data} /> : failed} />
}

function ParcelList({ above }: { above?: ReactNode }) {
  const { t } = useTranslation('inbound-parcels')
  const { is_outside, can, menu } = useProfile()
  const format = useFormat()
  const list = useListParams(inboundParcelList)
  const query = queryOf(list.query)
  const result = useInboundParcelList(query, PAGED)
  const linksClients = menu.clients === true
  const columns = useMemo(
    () => inboundParcelColumns({ t, format, isStaff: !is_outside, linksClients }),
    [t, format, is_outside, linksClients],
  )
  const actions = useInboundParcelActions()
  return (
    <RecordList
      title={is_outside ? t('titleOwn') : t('title')}
      text={is_outside ? t('textOwn') : t('text')}
      action={
        <CreateLink
          to={paths['inbound_parcels.create']()}
          label={t('create')}
          allowed={can['inbound_parcel.create']}
        />
      }
      tabs={
        <>
          {above}
          <Tabs list={list} totals={result.data?.meta.totals} />
        </>
      }
      search={is_outside ? t('searchOwn') : t('search')}
      filters={!is_outside && <Filters list={list} />}
      list={list}
      load={(page, options) => loadInboundParcels({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ external_code }) => external_code}
      rowTo={paths['inbound_parcels.show']}
      menu={actions.menu}
      bulk={can['repack.create'] ? actions.bulk : undefined}
      empty={{
        icon: IconPackageImport,
        title: t('empty'),
        text: is_outside ? t('emptyTextOwn') : t('emptyText'),
      }}
    >
      {actions.dialog}
    </RecordList>
  )
}

type TabsProps = { list: InboundParcelListState; totals: InboundParcelTotals | undefined }

function Tabs({ list, totals }: TabsProps) {
  const { t } = useTranslation('inbound-parcels')
  const { is_outside } = useProfile()
  const shown = INBOUND_PARCEL_TABS.filter((tab) => !is_outside || tab !== 'unidentified')
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? 'all'}
      tabs={shown.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={totals && countsOf(totals)}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

const countsOf = (totals: InboundParcelTotals) => ({
  '10': totals.expected,
  '20': totals.arrived,
  '30': totals.stored,
  '40': totals.packed,
  '50': totals.gone,
  '60': totals.abandoned,
  '0': totals.cancelled,
  unidentified: totals.unidentified,
  all:
    totals.expected +
    totals.arrived +
    totals.stored +
    totals.packed +
    totals.gone +
    totals.abandoned +
    totals.cancelled,
})

function Filters({ list }: { list: InboundParcelListState }) {
  const { t } = useTranslation('inbound-parcels')
  const { can } = useProfile()
  const { client_id } = list.values
  return (
    <>
      {can['inbound_parcel.create'] && <WarehouseFilter list={list} />}
      <MoreFilters count={client_id ? 1 : 0}>
        <ClientChoice
          label={t('field.client')}
          placeholder={t('anyClient')}
          withinPortal={false}
          value={client_id}
          onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
        />
      </MoreFilters>
    </>
  )
}

function WarehouseFilter({ list }: { list: InboundParcelListState }) {
  const { t } = useTranslation('inbound-parcels')
  const { data } = useInboundParcelPlaces()
  return (
    <Select
      aria-label={t('field.warehouse')}
      placeholder={t('field.warehouse')}
      clearable
      value={list.values.warehouse_id ?? null}
      data={data?.data.map(({ warehouse_id, name }) => ({ value: warehouse_id, label: name })) ?? []}
      onChange={(id) => list.setFilters({ warehouse_id: id ?? undefined })}
    />
  )
}
