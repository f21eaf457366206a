import { createFileRoute } from '@tanstack/react-router'
import { PortalHome } from '@/app/portal/PortalHome'
import { hasPortal, useProfile } from '@/context/session'
import { DashboardPage } from '@/features/dashboard/DashboardPage'
import { loadTexts } from '@/i18n'

/** The dashboard; clients have a home of their own, which contains their figures. */
export const Route = createFileRoute('/_app/')({
  loader: () => loadTexts('dashboard', 'portal', 'shipments', 'tracking'),
  component: Home,
})

function Home() {
  return hasPortal(useProfile()) ? <PortalHome /> : <DashboardPage />
}
