import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountActivityList } from '@/api/generated/endpoints/audit/audit'
import type { AuditEntry } from '@/api/schema'
import { EntryDialog } from '@/shared/activity/EntryDialog'
import { actionName } from '@/shared/activity/names'
import { ResourceFilter } from '@/shared/activity/ResourceFilter'
import { useOnceEntriesAreNamed } from '@/shared/activity/useEntryNames'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { FilterBar } from '@/ui/filters/FilterBar'
import { DataTable } from '@/ui/table/DataTable'
import { useListParams } from '@/ui/table/useListParams'
import { activityColumns, whoDid } from './columns'
import { activityList } from './list'

/** The log of the user's own actions. */
export default function ActivityTab() {
  const { t, i18n } = useTranslation('account')
  const list = useListParams(activityList)
  const { page, per_page, resource, from, to } = list.query
  const entries = useOnceEntriesAreNamed(
    useAccountActivityList(
      { page, per_page, resource, from, to },
      { query: { placeholderData: keepPreviousData } },
    ),
  )
  const [shown, setShown] = useState<AuditEntry>()
  const columns = useMemo(() => activityColumns(t, setShown), [t])
  return (
    <>
      <FilterBar list={list}>
        <DateRangeFilter
          label={t('activity.time')}
          value={{ from: list.values.from, to: list.values.to }}
          onChange={list.setFilters}
        />
        <ResourceFilter
          label={t('activity.about')}
          value={list.values.resource}
          onChange={(chosen) => list.setFilters({ resource: chosen })}
        />
      </FilterBar>
      <DataTable
        label={t('tab.activity')}
        result={entries}
        list={list}
        columns={columns}
        rowLabel={(entry) => actionName(i18n, entry.action)}
        empty={{ icon: IconHistory, title: t('activity.empty'), text: t('activity.emptyText') }}
      />
      <EntryDialog entry={shown} by={shown && whoDid(shown)} onClose={() => setShown(undefined)} />
    </>
  )
}
