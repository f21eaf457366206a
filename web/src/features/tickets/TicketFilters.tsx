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

/** Whose tickets, how urgent, about what and from whom. */
export function TicketFilters({ list }: { list: TicketListState }) {
  const { t, i18n } = useTranslation(['tickets', 'common'])
  const subjects = useSupportSubjectSelect(FOREVER).data?.data
  const { priority, support_subject_id, client_id, active, assignee_id, unassigned } = list.values
  const set = [priority, support_subject_id, client_id, active, assignee_id ?? unassigned]
  return (
    <MoreFilters count={set.filter((value) => value !== undefined).length}>
      <Owner list={list} />
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
