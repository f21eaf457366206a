import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FOREVER } from '@/api/forever'
import {
  getSupportDepartmentStaffQueryOptions,
  useSupportSubjectSelect,
} from '@/api/generated/endpoints/support/support'
import { ActiveFilter, ticketPriorityValues } from '@/api/schema'
import { RemoteChoice } from '@/blocks/RemoteChoice'
import { useProfile } from '@/context/session'
import { ClientChoice } from '@/shared/choices/RecordChoice'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import type { TicketListState } from './list'
import { optionsOf } from './options'

const IDLE_DAYS = [1, 3, 7, 30]

/** Whose tickets, how urgent, about what and from whom. */
export function TicketFilters({ list }: { list: TicketListState }) {
  const { t, i18n } = useTranslation(['tickets', 'common'])
  const subjects = useSupportSubjectSelect(FOREVER).data?.data
  const { priority, support_subject_id, client_id, active, assignee_id, unassigned, idle_days } = list.values
  const set = [priority, support_subject_id, client_id, active, assignee_id ?? unassigned, idle_days]
  return (
    <MoreFilters count={set.filter((value) => value !== undefined).length}>
      <Owner list={list} />
      <Idle list={list} />
      <Select
        label={t('field.priority')}
        placeholder={t('any')}
        clearable
        comboboxProps={{ withinPortal: false }}
        value={priority === undefined ? null : String(priority)}
        data={ticketPriorityValues.map((value) => ({ value: String(value), label: t(`priority.${value}`) }))}
        onChange={(chosen) =>
          list.setFilters({ priority: ticketPriorityValues.find((value) => String(value) === chosen) })
        }
      />
      <Select
        label={t('field.subject')}
        placeholder={t('any')}
        clearable
        searchable
        comboboxProps={{ withinPortal: false }}
        value={support_subject_id ?? null}
        data={optionsOf(subjects, i18n.language)}
        onChange={(id) => list.setFilters({ support_subject_id: id ?? undefined })}
      />
      <ClientChoice
        label={t('type.client')}
        placeholder={t('any')}
        withinPortal={false}
        value={client_id}
        onChange={(id) => list.setFilters({ client_id: id ?? undefined })}
      />
      <Select
        label={t('field.active')}
        placeholder={t('any')}
        clearable
        comboboxProps={{ withinPortal: false }}
        value={active === undefined ? null : String(active)}
        data={[
          { value: String(ActiveFilter.Active), label: t('common:record.active') },
          { value: String(ActiveFilter.Inactive), label: t('common:record.inactive') },
        ]}
        onChange={(chosen) =>
          list.setFilters({ active: chosen === null ? undefined : (Number(chosen) as ActiveFilter) })
        }
      />
    </MoreFilters>
  )
}

/** Open tickets that nobody has touched for some days, the longest waiting first. */
function Idle({ list }: { list: TicketListState }) {
  const { t } = useTranslation('tickets')
  const chosen = list.values.idle_days
  const offered = new Set([...IDLE_DAYS, ...(chosen ? [chosen] : [])])
  return (
    <Select
      label={t('idle')}
      placeholder={t('any')}
      clearable
      comboboxProps={{ withinPortal: false }}
      value={chosen === undefined ? null : String(chosen)}
      data={[...offered].map((days) => ({ value: String(days), label: t('idleDays', { count: days }) }))}
      onChange={(days) => list.setFilters({ idle_days: days ? Number(days) : undefined })}
    />
  )
}

/** Me, nobody, or a colleague. */
function Owner({ list }: { list: TicketListState }) {
  const { t } = useTranslation('tickets')
  const { id } = useProfile()
  const { assignee_id, unassigned } = list.values
  const whose = unassigned ? 'nobody' : assignee_id === id ? 'me' : assignee_id ? 'colleague' : null
  return (
    <>
      <Select
        label={t('field.assignee')}
        placeholder={t('any')}
        clearable
        comboboxProps={{ withinPortal: false }}
        value={whose === 'colleague' ? null : whose}
        data={[
          { value: 'me', label: t('me') },
          { value: 'nobody', label: t('noOwner') },
        ]}
        onChange={(chosen) =>
          list.setFilters({
            assignee_id: chosen === 'me' ? id : undefined,
            unassigned: chosen === 'nobody' ? true : undefined,
          })
        }
      />
      <RemoteChoice
        label={t('ownerColleague')}
        placeholder={t('any')}
        withinPortal={false}
        select={(params) => getSupportDepartmentStaffQueryOptions(params)}
        value={whose === 'colleague' ? assignee_id : null}
        onChange={(chosen) => list.setFilters({ assignee_id: chosen ?? undefined, unassigned: undefined })}
      />
    </>
  )
}

/** The filters that are set and not seen elsewhere. */
export function useFilterChips(list: TicketListState) {
  const { t } = useTranslation('tickets')
  const chips = [
    { key: 'unread', name: t('unread'), onRemove: () => list.setFilters({ unread: undefined }) },
    {
      key: 'shipment_id',
      name: t('oneShipment'),
      onRemove: () => list.setFilters({ shipment_id: undefined }),
    },
  ] as const
  return chips.filter(({ key }) => list.values[key])
}
