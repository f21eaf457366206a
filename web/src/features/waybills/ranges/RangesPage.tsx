import { Button, Switch } from '@mantine/core'
import { IconListNumbers, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  mawbRangeList as loadRanges,
  useMawbRangeList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { MawbRangeListParams, WaybillRangeStatus } from '@/api/schema'
import { RecordList } from '@/blocks/RecordList'
import { useProfile } from '@/context/session'
import { WaybillTabs } from '@/shared/bags/WaybillTabs'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { AirlineChoice } from '../AirlineChoice'
import { useRangeActions } from './actions'
import { rangeColumns, serialsOf } from './columns'
import { RANGE_TABS, rangeList } from './list'

const RangeDialog = lazy(() => onceOnline(() => import('./RangeDialog')))

type RangeListState = ListState<typeof rangeList.defaults>

/** The query of the call: the tab of all has no status. */
function queryOf({ status, ...query }: RangeListState['query']): MawbRangeListParams {
  return status === 'all' || status === undefined
    ? query
    : { ...query, status: Number(status) as WaybillRangeStatus }
}

/** The numbers that airlines have given to the company for its waybills. */
export function RangesPage() {
  const { t } = useTranslation('waybill-ranges')
  const { can } = useProfile()
  const format = useFormat()
  const list = useListParams(rangeList)
  const query = queryOf(list.query)
  const columns = useMemo(() => rangeColumns({ t, format }), [t, format])
  const actions = useRangeActions()
  const [adding, setAdding] = useState<boolean>()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        can['mawb_range.create'] && (
          <Button
            classNames={ICON_ON_PHONE}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add.action')}
          </Button>
        )
      }
      tabs={
        <>
          <WaybillTabs />
          <FilterTabs
            label={t('field.status')}
            value={list.values.status ?? '10'}
            options={RANGE_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
            onChange={(status) => list.setFilters({ status })}
          />
        </>
      }
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadRanges({ ...query, ...page }, options)}
      result={useMawbRangeList(query, PAGED)}
      columns={columns}
      rowLabel={serialsOf}
      menu={actions.menu}
      empty={{ icon: IconListNumbers, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
      {adding !== undefined && (
        <Suspense>
          <RangeDialog opened={adding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </RecordList>
  )
}

function Filters({ list }: { list: RangeListState }) {
  const { t } = useTranslation('waybill-ranges')
  const { provider_id, is_low } = list.values
  return (
    <>
      <Switch
        label={t('onlyLow')}
        checked={is_low === true}
        onChange={(event) => list.setFilters({ is_low: event.currentTarget.checked || undefined })}
      />
      <MoreFilters count={provider_id ? 1 : 0}>
        <AirlineChoice
          label={t('field.airline')}
          placeholder={t('anyAirline')}
          withinPortal={false}
          value={provider_id}
          onChange={(id) => list.setFilters({ provider_id: id ?? undefined })}
        />
      </MoreFilters>
    </>
  )
}
