import { createFileRoute } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { NotFoundPage } from '@/blocks/ErrorPage'
import { PagePending } from '@/blocks/PagePending'
import { SettingsPage } from '@/features/settings/SettingsPage'
import { loadTexts } from '@/i18n'
import { onceOnline } from '@/ui/once-online'

/** One route for all, which every page's start knows: those after the first are fetched when they are first opened. */
export const Route = createFileRoute('/_app/settings/{-$tab}')({
  loader: () => loadTexts('settings', 'domains', 'codes'),
  component: Settings,
})

const TABS: Partial<Record<string, ComponentType>> = {
  logo: lazy(() => onceOnline(() => import('@/features/settings/LogoPage'))),
  rules: lazy(() => onceOnline(() => import('@/features/settings/RulesPage'))),
  emails: lazy(() => onceOnline(() => import('@/features/settings/EmailsPage'))),
  documents: lazy(() =>
    onceOnline(async () => {
      const [page] = await Promise.all([
        import('@/features/document-layouts/DocumentLayouts'),
        loadTexts('document-layouts'),
      ])
      return page
    }),
  ),
  legal: lazy(() => onceOnline(() => import('@/features/settings/LegalPage'))),
  domains: lazy(() => onceOnline(() => import('@/features/domains/DomainsPage'))),
}

function Settings() {
  const { tab } = Route.useParams()
  if (!tab) return <SettingsPage />
  const Tab = TABS[tab]
  if (!Tab) return <NotFoundPage />
  return (
    <Suspense fallback={<PagePending />}>
      <Tab />
    </Suspense>
  )
}
