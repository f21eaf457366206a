import { createFileRoute } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { NotFoundPage } from '@/blocks/ErrorPage'
import { TablePending } from '@/features/price-tables/table/TablePage'
import { VersionsPage } from '@/features/price-tables/table/VersionsPage'
import { loadTexts } from '@/i18n'
import { onceOnline } from '@/ui/once-online'
import { recordId } from '@/ui/table/list-spec'

type Search = { before?: string; after?: string }

/** One route for the pages of a table: those after the first are fetched when they are first opened. */
export const Route = createFileRoute('/_app/price-tables/$id/{-$tab}')({
  validateSearch: (raw: { before?: unknown; after?: unknown }): Search => ({
    before: recordId(raw.before),
    after: recordId(raw.after),
  }),
  loader: () => loadTexts('price-tables', 'codes'),
  component: Table,
})

type TabProps = { id: string; search: Search; onSearch(search: Search): void }

const TABS: Partial<Record<string, ComponentType<TabProps>>> = {
  compare: lazy(() => onceOnline(() => import('@/features/price-tables/compare/ComparePage'))),
  details: lazy(() => onceOnline(() => import('@/features/price-tables/table/DetailsPage'))),
  simulate: lazy(() => onceOnline(() => import('@/features/price-tables/simulate/SimulatePage'))),
}

function Table() {
  const { id, tab } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  if (!tab) return <VersionsPage key={id} id={id} />
  const Tab = TABS[tab]
  if (!Tab) return <NotFoundPage />
  return (
    <Suspense fallback={<TablePending id={id} />}>
      <Tab
        key={id}
        id={id}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </Suspense>
  )
}
