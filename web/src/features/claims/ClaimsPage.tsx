import { Select } from '@mantine/core'
import { IconShieldQuestion } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { claimList as loadClaims, useClaimList } from '@/api/generated/endpoints/finance/finance'
import { PAGED } from '@/api/record-query'
import { type ClaimListParams, type ClaimTotals, claimKindValues } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useTabEmpty } from '@/ui/table/useTabEmpty'
import { useClaimActions } from './actions'
import { claimColumns } from './columns'
import { CLAIM_TABS, claimList } from './list'

type ClaimListState = ListState<typeof claimList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: ClaimListState['query']): ClaimListParams {
  return status === 'all' || status === undefined ? query : { ...query, status }
}

const countAll = ({ open, approved, refused, paid, withdrawn }: ClaimTotals) =>
  open + approved + refused + paid + withdrawn

/** Claims about shipments: staff decide and pay them, clients see what became of theirs. */
export function ClaimsPage() {
  const { t } = useTranslation('claims')
  const { is_outside } = useProfile()
  const list = useListParams(claimList)
  const query = queryOf(list.query)
  const result = useClaimList(query, PAGED)
  const columns = useMemo(() => claimColumns({ t, isStaff: !is_outside }), [t, is_outside])
  const actions = useClaimActions()
  const totals = result.data?.meta.totals
  const status = list.values.status ?? 'open'
  const empty = useTabEmpty(
    { icon: IconShieldQuestion, title: t('empty'), text: t('emptyText') },
    {
      name: t(`tab.${status}`),
      total: totals && countAll(totals),
      title: status === 'open' ? t('emptyOpen') : undefined,
      showAll: () => list.setFilters({ status: 'all' }),
    },
  )
  return (
    <RecordList
      title={t('title')}
      text={is_outside ? t('textOwn') : t('text')}
      tabs={<Tabs list={list} totals={totals} />}
      search={is_outside ? t('searchOwn') : t('search')}
      filters={<Filters list={list} />}
      chips={useChips(list)}
      list={list}
      load={(page, options) => loadClaims({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['claims.show']}
      menu={actions.menu}
      empty={empty}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: ClaimListState; totals: ClaimTotals | undefined }) {
  const { t } = useTranslation('claims')
  const counts = totals && { ...totals, all: countAll(totals) }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.status ?? 'open'}
      tabs={CLAIM_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(status) => list.setFilters({ status })}
    />
  )
}

/** The shipment of the list, which the address alone names. */
function useChips(list: ClaimListState) {
  const { t } = useTranslation('claims')
  if (!list.values.shipment_id) return []
  return [
    {
      key: 'shipment_id',
      name: t('oneShipment'),
      onRemove: () => list.setFilters({ shipment_id: undefined }),
    },
  ]
}

function Filters({ list }: { list: ClaimListState }) {
  const { t } = useTranslation('claims')
  const { is_outside } = useProfile()
  const { kind, client_id, from, to } = list.values
  return (
    <>
      <Select
        aria-label={t('field.kind')}
        placeholder={t('field.kind')}
        clearable
        value={kind ?? null}
        data={claimKindValues.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(value) => list.setFilters({ kind: claimKindValues.find((one) => one === value) })}
      />
      <DateRangeFilter
        label={t('field.opened_at')}
        value={{ from, to }}
        onChange={(range) => list.setFilters(range)}
      />
      {!is_outside && (
        <MoreFilters count={client_id ? 1 : 0}>
          <ClientChoice
            label={t('field.client')}
            placeholder={t('anyClient')}
            withinPortal={false}
            value={client_id}
            onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
          />
        </MoreFilters>
      )}
    </>
  )
}
