import { Anchor, Button, Text } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuditEntryExport, useAuditEntryList } from '@/api/generated/endpoints/audit/audit'
import { invalidateBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import type { AuditEntry } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { EntryDialog } from '@/shared/activity/EntryDialog'
import { actionName } from '@/shared/activity/names'
import { useOnceEntriesAreNamed } from '@/shared/activity/useEntryNames'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useShowProcesses } from '@/ui/dialogs/overlay'
import { DateRangeFilter } from '@/ui/filters/DateRangeFilter'
import { FilterBar, SearchField } from '@/ui/filters/FilterBar'
import { ResourcePage } from '@/ui/ResourcePage'
import { DataTable } from '@/ui/table/DataTable'
import { useListParams } from '@/ui/table/useListParams'
import { AuditFilters } from './AuditFilters'
import { auditColumns } from './columns'
import { type AuditListState, auditList } from './list'

/** The audit log of the company. */
export function AuditPage() {
  const { t, i18n } = useTranslation('audit')
  const { can } = useProfile()
  const list = useListParams(auditList)
  const { sort: _, ...query } = list.query
  const entries = useOnceEntriesAreNamed(
    useAuditEntryList(query, { query: { placeholderData: keepPreviousData } }),
  )
  const [shown, setShown] = useState<AuditEntry>()
  const columns = useMemo(() => auditColumns(t, setShown), [t])
  return (
    <ResourcePage
      title={t('title')}
      text={t('text')}
      action={can['audit_entry.export'] && <Export list={list} />}
    >
      <FilterBar list={list}>
        <SearchField list={list} label={t('search')} />
        <DateRangeFilter
          label={t('time')}
          value={{ from: list.values.from, to: list.values.to }}
          onChange={list.setFilters}
        />
        <AuditFilters list={list} />
      </FilterBar>
      <DataTable
        label={t('title')}
        result={entries}
        list={list}
        columns={columns}
        rowLabel={(entry) => actionName(i18n, entry.action)}
        empty={{ icon: IconHistory, title: t('empty'), text: t('emptyText') }}
      />
      <EntryDialog entry={shown} by={shown && <DoneBy entry={shown} />} onClose={() => setShown(undefined)}>
        <Text size="xs" c="dimmed" style={{ wordBreak: 'break-all' }}>
          {t('request')}: {shown?.request_id}
        </Text>
        {shown?.resource_id && (
          <Anchor
            component={AppLink}
            size="sm"
            to={`${paths['audit.index']()}?resource_id=${shown.resource_id}`}
            onClick={() => setShown(undefined)}
          >
            {t('ofRecord')}
          </Anchor>
        )}
      </EntryDialog>
    </ResourcePage>
  )
}

/** In whose name, and who really acted. */
function DoneBy({ entry: { user, acting_user } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  return (
    <>
      {user?.name}
      {acting_user && ` · ${t('by', { name: acting_user.name })}`}
    </>
  )
}

/** Exports the filtered entries to a file, in a background process. */
function Export({ list }: { list: AuditListState }) {
  const { t } = useTranslation('audit')
  const client = useQueryClient()
  const showProcesses = useShowProcesses()
  const start = useAuditEntryExport({
    mutation: {
      onError: notify.failure,
      async onSuccess() {
        await invalidateBackgroundTaskList(client)
        showProcesses()
      },
    },
  })
  const { sort: _, page: __, per_page: ___, ...filter } = list.query
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={start.isPending}
      onClick={() => start.mutate({ data: filter })}
    >
      {t('export')}
    </Button>
  )
}
