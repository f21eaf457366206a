import { MultiSelect, Select, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupTimezones } from '@/api/generated/endpoints/lookups/lookups'
import { usePriceTableList } from '@/api/generated/endpoints/prices/prices'
import { useWarehouseSelect } from '@/api/generated/endpoints/providers/providers'
import type { ReportFilterKey, ReportViewDefinition } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import {
  ClientChoice,
  ClientGroupChoice,
  PartnerChoice,
  ProviderChoice,
  ServiceChoice,
  SubsidiaryChoice,
} from '@/shared/choices/RecordChoice'
import { StockItemChoice } from '@/shared/choices/StockChoice'
import { TimeZoneSelect } from '@/ui/fields/TimeZoneSelect'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { ALL_COUNTRIES, type ReportListState } from './report-list'
import { columnName } from './values'

type FiltersProps = { list: ReportListState; view: ReportViewDefinition }

/** Filters that are about records of the company, which a client does not choose among. */
const INSIDE: readonly ReportFilterKey[] = [
  'client_id',
  'client_group_id',
  'subsidiary_id',
  'partner_id',
  'provider_id',
  'warehouse_id',
  'price_table_id',
]

/** The period, and the filters that the report has. */
export function ReportFilters({ list, view }: FiltersProps) {
  const { t } = useTranslation('reports')
  const { is_outside } = useProfile()
  const filters = view.filters.filter((key) => !is_outside || !INSIDE.includes(key))
  const { from, to } = list.values
  const count = [...filters, 'time_zone' as const].filter((key) => list.values[key] !== undefined).length
  return (
    <>
      <DateRangeFilter
        label={t('period')}
        value={{ from, to }}
        onChange={(range) => list.setFilters(range)}
      />
      {view.periods.length > 1 && (
        <Select
          aria-label={t('periodOf')}
          value={list.values.period ?? view.periods[0] ?? null}
          data={view.periods.map((value) => ({ value, label: columnName(t, value) }))}
          allowDeselect={false}
          onChange={(value) => list.setFilters({ period: value as ReportListState['values']['period'] })}
        />
      )}
      <MoreFilters count={count}>
        {filters.map((key) => (
          <Filter key={key} filter={key} list={list} view={view} />
        ))}
        <ZoneFilter list={list} />
      </MoreFilters>
    </>
  )
}

const RECORDS = {
  client_id: ClientChoice,
  client_group_id: ClientGroupChoice,
  subsidiary_id: SubsidiaryChoice,
  partner_id: PartnerChoice,
  provider_id: ProviderChoice,
  item_id: StockItemChoice,
} as const

type RecordFilter = keyof typeof RECORDS

const isOfRecords = (filter: ReportFilterKey): filter is RecordFilter => filter in RECORDS

function Filter({ filter, list, view }: FiltersProps & { filter: ReportFilterKey }) {
  const { t } = useTranslation('reports')
  if (isOfRecords(filter)) {
    const Choice = RECORDS[filter]
    return (
      <Choice
        label={t(`filter.${filter}`)}
        withinPortal={false}
        value={list.values[filter]}
        onChange={(id: string | null) => list.setFilters({ [filter]: id ?? undefined })}
      />
    )
  }
  switch (filter) {
    case 'service_id':
      return (
        <ServiceChoice
          label={t('filter.service_id')}
          value={list.values.service_id ?? null}
          onChange={(id) => list.setFilters({ service_id: id ?? undefined })}
        />
      )
    case 'warehouse_id':
      return <WarehouseFilter list={list} />
    case 'price_table_id':
      return <PriceTableFilter list={list} />
    case 'country':
      return <CountryFilter list={list} view={view} />
    case 'status':
      return <StatusFilter list={list} />
    case 'direction':
      return <DirectionFilter list={list} />
    default:
      return (
        <Switch
          label={t('filter.include_inactive')}
          checked={list.values.include_inactive === true}
          onChange={(event) =>
            list.setFilters({ include_inactive: event.currentTarget.checked || undefined })
          }
        />
      )
  }
}

type ListProps = Pick<FiltersProps, 'list'>

/** The zone of days and times; that of the company unless another is chosen. */
function ZoneFilter({ list }: ListProps) {
  const { t } = useTranslation('reports')
  const { config } = useSite()
  const { data } = useLookupTimezones(undefined, FOREVER)
  return (
    <TimeZoneSelect
      label={t('timeZone')}
      comboboxProps={{ withinPortal: false }}
      zones={data?.data ?? []}
      value={list.values.time_zone ?? config.time_zone}
      onChange={(zone) => list.setFilters({ time_zone: zone === config.time_zone ? undefined : zone })}
    />
  )
}

function WarehouseFilter({ list }: ListProps) {
  const { t } = useTranslation('reports')
  const { data } = useWarehouseSelect()
  return (
    <Select
      label={t('filter.warehouse_id')}
      clearable
      searchable
      value={list.values.warehouse_id ?? null}
      data={data?.data.map(({ id, label }) => ({ value: id, label })) ?? []}
      onChange={(value) => list.setFilters({ warehouse_id: value ?? undefined })}
    />
  )
}

function PriceTableFilter({ list }: ListProps) {
  const { t } = useTranslation('reports')
  const { data } = usePriceTableList({ per_page: 100 })
  return (
    <Select
      label={t('filter.price_table_id')}
      clearable
      searchable
      value={list.values.price_table_id ?? null}
      data={data?.data.map(({ id, code, title }) => ({ value: id, label: `${code} · ${title}` })) ?? []}
      onChange={(value) => list.setFilters({ price_table_id: value ?? undefined })}
    />
  )
}

/** A report with countries of its own has them chosen until others are. */
function CountryFilter({ list, view }: FiltersProps) {
  const { t } = useTranslation('reports')
  const { data } = useChoices()
  const { country } = list.values
  const chosen = country === ALL_COUNTRIES ? [] : (country?.split(',') ?? view.countries)
  function choose(codes: string[]) {
    const none = view.countries.length > 0 ? ALL_COUNTRIES : undefined
    list.setFilters({ country: codes.join(',') || none })
  }
  return (
    <MultiSelect
      label={t('filter.country')}
      // The filters stay open from one choice to the next.
      comboboxProps={{ withinPortal: false }}
      searchable
      clearable
      value={chosen}
      data={data?.countries.map(({ alpha2, label }) => ({ value: alpha2, label })) ?? []}
      onChange={choose}
    />
  )
}

function StatusFilter({ list }: ListProps) {
  const { t } = useTranslation('reports')
  return (
    <MultiSelect
      label={t('filter.status')}
      comboboxProps={{ withinPortal: false }}
      clearable
      value={list.values.status?.split(',') ?? []}
      data={Object.entries(t('code.status', { returnObjects: true })).map(([value, label]) => ({
        value,
        label,
      }))}
      onChange={(codes) => list.setFilters({ status: codes.join(',') || undefined })}
    />
  )
}

function DirectionFilter({ list }: ListProps) {
  const { t } = useTranslation('reports')
  return (
    <Select
      label={t('filter.direction')}
      clearable
      placeholder={t('all')}
      value={list.values.direction ?? null}
      data={(['export', 'import', 'domestic'] as const).map((value) => ({
        value,
        label: t(`code.direction.${value}`),
      }))}
      onChange={(value) =>
        list.setFilters({ direction: (value ?? undefined) as ReportListState['values']['direction'] })
      }
    />
  )
}
