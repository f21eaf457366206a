import { IconFileStack } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  manifestList as loadManifests,
  useManifestList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import type { ManifestListParams, ManifestTotalsByStage } from '@/api/schema'
import { CreateLink, RecordList } from '@/blocks/RecordList'
import { StatusTabs } from '@/blocks/StatusTabs'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { PartnerChoice, ProviderChoice } from '@/shared/choices/RecordChoice'
import { MoreFilters } from '@/ui/filters/MoreFilters'
import { useFormat } from '@/ui/format'
import { type ListState, useListParams } from '@/ui/table/useListParams'
import { useManifestActions } from './actions'
import { manifestColumns } from './columns'
import { MANIFEST_TABS, manifestList } from './list'

type ManifestListState = ListState<typeof manifestList.defaults>

/** The query of the call: the tab of all has no stage. */
function queryOf({ stage, ...query }: ManifestListState['query']): ManifestListParams {
  return stage === 'all' || stage === undefined ? query : { ...query, stage }
}

/** Lists of the goods in each transport, for partners, airlines and customs. */
export function ManifestsPage() {
  const { t } = useTranslation('manifests')
  const { can } = useProfile()
  const format = useFormat()
  const list = useListParams(manifestList)
  const query = queryOf(list.query)
  const result = useManifestList(query, PAGED)
  const columns = useMemo(() => manifestColumns({ t, format }), [t, format])
  const actions = useManifestActions()
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={
        <CreateLink to={paths['manifests.create']()} label={t('create')} allowed={can['manifest.create']} />
      }
      tabs={<Tabs list={list} totals={result.data?.meta.totals} />}
      search={t('search')}
      filters={<Filters list={list} />}
      list={list}
      load={(page, options) => loadManifests({ ...query, ...page }, options)}
      result={result}
      columns={columns}
      rowLabel={({ number }) => number}
      rowTo={paths['manifests.show']}
      menu={actions.menu}
      empty={{ icon: IconFileStack, title: t('empty'), text: t('emptyText') }}
    >
      {actions.dialog}
    </RecordList>
  )
}

function Tabs({ list, totals }: { list: ManifestListState; totals: ManifestTotalsByStage | undefined }) {
  const { t } = useTranslation('manifests')
  const counts = totals && {
    ...totals,
    all: Object.values(totals).reduce((sum, count) => sum + count, 0),
  }
  return (
    <StatusTabs
      label={t('field.status')}
      value={list.values.stage ?? 'all'}
      tabs={MANIFEST_TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
      totals={counts}
      onChange={(stage) => list.setFilters({ stage })}
    />
  )
}

function Filters({ list }: { list: ManifestListState }) {
  const { t } = useTranslation('manifests')
  const { partner_id, provider_id } = list.values
  return (
    <MoreFilters count={[partner_id, provider_id].filter(Boolean).length}>
      <PartnerChoice
        label={t('field.partner')}
        value={partner_id ?? null}
        onChange={(id) => list.setFilters({ partner_id: id ?? undefined })}
      />
      <ProviderChoice
        label={t('field.provider')}
        value={provider_id ?? null}
        onChange={(id) => list.setFilters({ provider_id: id ?? undefined })}
      />
    </MoreFilters>
  )
}
