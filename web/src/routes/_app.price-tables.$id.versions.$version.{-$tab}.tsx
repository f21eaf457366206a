import { createFileRoute } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { NotFoundPage } from '@/blocks/ErrorPage'
import { PricesPage } from '@/features/price-tables/version/PricesPage'
import { VersionPending } from '@/features/price-tables/version/VersionPage'
import { loadTexts } from '@/i18n'
import { onceOnline } from '@/ui/once-online'
import { words } from '@/ui/table/list-spec'

/** The place to which a finding leads. */
type Search = { zone?: string; up_to?: string; code?: string }

/** One route for the pages of a version: those after the first are fetched when they are first opened. */
export const Route = createFileRoute('/_app/price-tables/$id/versions/$version/{-$tab}')({
  validateSearch: (raw: { zone?: unknown; up_to?: unknown; code?: unknown }): Search => ({
    zone: words(raw.zone),
    up_to: words(raw.up_to),
    code: words(raw.code),
  }),
  loader: () => loadTexts('price-tables', 'price-grid', 'codes'),
  component: Version,
})

type TabProps = { table: string; id: string; search: Search }

const TABS: Partial<Record<string, ComponentType<TabProps>>> = {
  zones: lazy(() => onceOnline(() => import('@/features/price-tables/version/ZonesPage'))),
  surcharges: lazy(() => onceOnline(() => import('@/features/price-tables/version/SurchargesPage'))),
  rules: lazy(() => onceOnline(() => import('@/features/price-tables/version/RulesPage'))),
  check: lazy(() => onceOnline(() => import('@/features/price-tables/version/CheckPage'))),
  files: lazy(() => onceOnline(() => import('@/features/price-tables/version/FilesPage'))),
}

function Version() {
  const { id: table, version: id, tab } = Route.useParams()
  const search = Route.useSearch()
  if (!tab) return <PricesPage key={id} table={table} id={id} search={search} />
  const Tab = TABS[tab]
  if (!Tab) return <NotFoundPage />
  return (
    <Suspense fallback={<VersionPending table={table} id={id} />}>
      <Tab key={id} table={table} id={id} search={search} />
    </Suspense>
  )
}
