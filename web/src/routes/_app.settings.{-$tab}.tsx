import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { NotFoundPage } from '@/app/ErrorPage'
import { PagePending } from '@/app/PagePending'
import { Permitted } from '@/app/Permitted'
import { SettingsPage } from '@/features/settings/SettingsPage'
import { onceOnline } from '@/ui/once-online'

/** One route for both, which every page's start knows: the second is fetched when it is first opened. */
export const Route = createFileRoute('/_app/settings/{-$tab}')({ component: Settings })

const Domains = lazy(() => onceOnline(() => import('@/features/domains/DomainsPage')))

function Settings() {
  const { tab } = Route.useParams()
  if (!tab) return <SettingsPage />
  if (tab !== 'domains') return <NotFoundPage />
  return (
    <Permitted to="list_domains">
      <Suspense fallback={<PagePending />}>
        <Domains />
      </Suspense>
    </Permitted>
  )
}
