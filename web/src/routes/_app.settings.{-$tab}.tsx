import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { NotFoundPage } from '@/blocks/ErrorPage'
import { SettingsPage } from '@/features/settings/SettingsPage'
import { SettingsPending } from '@/features/settings/SettingsPending'
import { loadTexts } from '@/i18n'
import { TABS } from './-settings.tabs'

/** One route for all, which every page's start knows: those after the first are in `TABS`. */
export const Route = createFileRoute('/_app/settings/{-$tab}')({
  loader: () => loadTexts('settings', 'codes'),
  component: Settings,
})

function Settings() {
  const { tab } = Route.useParams()
  if (!tab) return <SettingsPage />
  const Tab = TABS[tab]
  if (!Tab) return <NotFoundPage />
  return (
    <Suspense fallback={<SettingsPending />}>
      <Tab />
    </Suspense>
  )
}
