import { Checkbox, MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import { useLookupCountries, useLookupServices } from '@/api/generated/endpoints/lookups/lookups'
import { shipmentStatusValues } from '@/api/schema'
import { useProfile } from '@/context/session'
import { ClientChoice, PartnerChoice } from '@/shared/choices/RecordChoice'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { localeText } from '@/ui/locale-text'
import type { ShipmentListState } from './list'
import { MANUAL, sourceName } from './source'

type Props = {
  list: ShipmentListState
  /** Sources seen so far: the server keeps no list of them. */
  sources: string[]
}

/** Filters of the list besides tabs, dates and search. */
export default function ShipmentFilters({ list, sources }: Props) {
  const { t } = useTranslation('shipments')
  const { can } = useProfile()
  return (
    <>
      <StatusFilter list={list} />
      {can['client.select'] && (
        <ClientChoice
          label={t('field.client_name')}
          placeholder={t('filter.any')}
          withinPortal={false}
          value={list.values.client_id}
          onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
        />
      )}
      {can['partner.select'] && (
        <PartnerChoice
          label={t('field.partner')}
          placeholder={t('filter.any')}
          withinPortal={false}
          value={list.values.partner_id}
          onChange={(id) => list.setFilters({ partner_id: id ?? undefined })}
        />
      )}
      <ServiceFilter list={list} />
      <CountryFilter list={list} />
      <DueFilter list={list} />
      <IdleFilter list={list} />
      <SourceFilter list={list} sources={sources} />
      <Checkbox
        label={t('unconfirmed')}
        checked={list.values.unconfirmed ?? false}
        onChange={(event) => list.setFilters({ unconfirmed: event.currentTarget.checked || undefined })}
      />
      {can['shipment.record_event'] && (
        <Checkbox
          label={t('contradiction.filter')}
          checked={list.values.contradicted ?? false}
          onChange={(event) => list.setFilters({ contradicted: event.currentTarget.checked || undefined })}
        />
      )}
    </>
  )
}

function StatusFilter({ list }: Pick<Props, 'list'>) {
  const { t } = useTranslation(['shipments', 'shipment-status'])
  return (
    <MultiSelect
      label={t('field.status')}
      placeholder={list.values.status ? undefined : t('filter.any')}
      comboboxProps={{ withinPortal: false }}
      searchable
      clearable
      value={list.values.status?.split(',') ?? []}
      data={shipmentStatusValues.map((status) => ({
        value: String(status),
        label: t(`shipment-status:status.${status}`),
      }))}
      onChange={(chosen) => list.setFilters({ status: chosen.join(',') || undefined })}
    />
  )
}

function ServiceFilter({ list }: Pick<Props, 'list'>) {
  const { t, i18n } = useTranslation('shipments')
  const { data } = useLookupServices()
  return (
    <Select
      label={t('field.service')}
      placeholder={t('filter.any')}
      comboboxProps={{ withinPortal: false }}
      searchable
      clearable
      value={list.values.service_id ?? null}
      data={data?.data.map((service) => ({
        value: service.id,
        label: localeText(service.title_locale, i18n.language) || service.code,
      }))}
      onChange={(id) => list.setFilters({ service_id: id ?? undefined })}
    />
  )
}

function CountryFilter({ list }: Pick<Props, 'list'>) {
  const { t, i18n } = useTranslation('shipments')
  const { data } = useLookupCountries(FOREVER)
  const countries = data?.data
    .map((country) => ({
      value: String(country.id),
      label: localeText(country.name_locale, i18n.language),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language))
  return (
    <Select
      label={t('field.to_country')}
      placeholder={t('filter.any')}
      comboboxProps={{ withinPortal: false }}
      searchable
      clearable
      limit={60}
      value={list.values.to_country_id === undefined ? null : String(list.values.to_country_id)}
      data={countries}
      onChange={(id) => list.setFilters({ to_country_id: id ? Number(id) : undefined })}
    />
  )
}

function DueFilter({ list }: Pick<Props, 'list'>) {
  const { t } = useTranslation('shipments')
  return (
    <DateRangeFilter
      label={t('field.due_on')}
      fullWidth
      value={{ from: list.values.due_from, to: list.values.due_to }}
      onChange={({ from, to }) => list.setFilters({ due_from: from, due_to: to })}
    />
  )
}

const IDLE_DAYS = [3, 7, 14, 30]

function IdleFilter({ list }: Pick<Props, 'list'>) {
  const { t } = useTranslation('shipments')
  const chosen = list.values.idle_days
  const offered = new Set([...IDLE_DAYS, ...(chosen ? [chosen] : [])])
  return (
    <Select
      label={t('filter.idle')}
      placeholder={t('filter.any')}
      comboboxProps={{ withinPortal: false }}
      clearable
      value={chosen === undefined ? null : String(chosen)}
      data={[...offered].map((days) => ({
        value: String(days),
        label: t('filter.idleDays', { count: days }),
      }))}
      onChange={(days) => list.setFilters({ idle_days: days ? Number(days) : undefined })}
    />
  )
}

function SourceFilter({ list, sources }: Props) {
  const { t } = useTranslation('shipments')
  const chosen = list.values.source
  const known = new Set([MANUAL, ...(chosen ? [chosen] : []), ...sources])
  return (
    <Select
      label={t('field.source')}
      placeholder={t('filter.any')}
      comboboxProps={{ withinPortal: false }}
      clearable
      value={chosen ?? null}
      data={[...known].map((value) => ({ value, label: sourceName(value, t) }))}
      onChange={(source) => list.setFilters({ source: source ?? undefined })}
    />
  )
}
