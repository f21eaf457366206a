import { useTranslation } from 'react-i18next'
import { useClientSelect } from '@/api/generated/endpoints/parties/parties'
import { usePartnerSelect } from '@/api/generated/endpoints/partners/partners'
import { useServiceName } from '@/api/record-names'
import type { Chip } from '@/ui/filters/FilterBar'
import { useFormat } from '@/ui/format'
import { listed } from '@/ui/wording'
import { CountryName } from './CountryName'
import type { ShipmentListState } from './list'
import { sourceName } from './source'
import { tabOf } from './tabs'

/** The filters that are set, without those that tabs, search and days show. */
export function useFilterChips(list: ShipmentListState): Chip[] {
  const { t } = useTranslation(['shipments', 'shipment-status'])
  const format = useFormat()
  const { status, client_id, service_id, partner_id, to_country_id, source, import_id, idle_days, ...rest } =
    list.values
  const off = (...names: (keyof typeof list.values)[]) => ({
    key: names.join(),
    onRemove: () => list.setFilters(Object.fromEntries(names.map((name) => [name, undefined]))),
  })
  const isTab = tabOf(list.values) !== undefined
  const statuses = status?.split(',').map((code) => t(`shipment-status:status.${code as '10'}`))
  const days = [rest.due_from, rest.due_to].map((day) => (day ? format.day(day) : '…'))
  const chips: (Chip | false | undefined)[] = [
    statuses && !isTab && { ...off('status'), name: t('field.status'), value: listed(statuses) },
    client_id !== undefined && {
      ...off('client_id'),
      name: t('field.client_name'),
      value: <ClientName id={client_id} />,
    },
    partner_id !== undefined && {
      ...off('partner_id'),
      name: t('field.partner'),
      value: <PartnerName id={partner_id} />,
    },
    service_id !== undefined && {
      ...off('service_id'),
      name: t('field.service'),
      value: <ServiceName id={service_id} />,
    },
    to_country_id !== undefined && {
      ...off('to_country_id'),
      name: t('field.to_country'),
      value: <CountryName id={to_country_id} />,
    },
    (rest.due_from ?? rest.due_to) !== undefined && {
      ...off('due_from', 'due_to'),
      name: t('field.due_on'),
      value: days.join(' – '),
    },
    source !== undefined && { ...off('source'), name: t('field.source'), value: sourceName(source, t) },
    idle_days !== undefined && {
      ...off('idle_days'),
      name: t('filter.idle'),
      value: t('filter.idleDays', { count: idle_days }),
    },
    rest.labelled !== undefined &&
      !isTab && { ...off('labelled'), name: t(rest.labelled ? 'filter.labelled' : 'filter.unlabelled') },
    rest.on_hold !== undefined &&
      !isTab && { ...off('on_hold'), name: t(rest.on_hold ? 'tab.onHold' : 'filter.notOnHold') },
    rest.unconfirmed && { ...off('unconfirmed'), name: t('unconfirmed') },
    rest.contradicted && { ...off('contradicted'), name: t('contradiction.filter') },
    import_id !== undefined && { ...off('import_id'), name: t('filter.oneImport') },
  ]
  return chips.filter((chip) => chip !== false && chip !== undefined)
}

function ServiceName({ id }: { id: string }) {
  return useServiceName(id)
}

const named = (options: { id: string; label: string }[] | undefined, id: string) =>
  options?.find((option) => option.id === id)?.label ?? '…'

function ClientName({ id }: { id: string }) {
  return named(useClientSelect().data?.data, id)
}

function PartnerName({ id }: { id: string }) {
  return named(usePartnerSelect().data?.data, id)
}
