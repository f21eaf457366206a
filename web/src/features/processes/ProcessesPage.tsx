import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import { progressPoll } from '@/live/link'
import { FilterTabs } from '@/ui/filters/FilterTabs'
import { ResourcePage } from '@/ui/ResourcePage'
import { Pagination } from '@/ui/table/Pagination'
import { useListParams } from '@/ui/table/useListParams'
import { processList } from './list'
import { ClearButton, ProcessList } from './ProcessList'

/** All processes of the user, page by page. */
export function ProcessesPage() {
  const { t } = useTranslation('processes')
  const list = useListParams(processList)
  const { pending } = list.values
  const query = { page: list.page, per_page: list.perPage, ...(pending !== undefined && { pending }) }
  const result = useBackgroundTaskList(query, {
    query: {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => progressPoll((state.data?.meta.pending ?? 0) > 0),
    },
  })
  const { data, meta } = result.data ?? {}
  return (
    <ResourcePage title={t('title')} text={t('text')} width="form" action={<ClearButton />}>
      <FilterTabs
        label={t('tabs')}
        value={pending}
        options={[
          { value: undefined, label: t('tab.all') },
          { value: true, label: t('tab.pending') },
          { value: false, label: t('tab.ended') },
        ]}
        totals={{ true: meta?.pending ? String(meta.pending) : '' }}
        onChange={(value) => list.setFilters({ pending: value })}
      />
      <ProcessList tasks={data} result={result} />
      {meta && (
        <Pagination
          page={list.page}
          perPage={list.perPage}
          total={meta.total}
          capped={meta.total_capped}
          onPage={list.setPage}
          onPerPage={list.setPerPage}
        />
      )}
    </ResourcePage>
  )
}
