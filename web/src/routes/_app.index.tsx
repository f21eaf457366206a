import { createFileRoute } from '@tanstack/react-router'
import { hasPortal, useProfile } from '@/context/session'
import { DashboardPage } from '@/features/dashboard/DashboardPage'
import { OwnFigures } from '@/features/dashboard/OwnFigures'
import { PortalHome } from '@/features/portal/PortalHome'
import { ConfirmAll } from '@/features/shipments/ConfirmAll'
import { loadTexts } from '@/i18n'

/** The dashboard; clients have a home of their own, which contains their figures. */
export const Route = createFileRoute('/_app/')({
  loader: () => loadTexts('dashboard', 'portal', 'shipments', 'tracking'),
  component: Home,
})

function Home() {
  return hasPortal(useProfile()) ? (
    <PortalHome figures={<OwnFigures />} confirmAll={(home) => <ConfirmAll home={home} />} />
  ) : (
    <DashboardPage />
  )
}
