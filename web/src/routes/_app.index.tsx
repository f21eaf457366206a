import { createFileRoute, redirect } from '@tanstack/react-router'
import { HomePage } from '@/app/HomePage'
import { firstPage } from '@/app/menu'
import { PortalHome } from '@/app/portal/PortalHome'
import { currentProfile, hasPortal, useProfile } from '@/app/session'
import { loadTexts } from '@/i18n'

/** Clients have a home of their own. Until there is a dashboard, anybody else begins with the first thing in the menu. */
export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context }) => {
    const profile = currentProfile(context.queryClient)
    if (!profile || hasPortal(profile)) return
    const first = firstPage(profile.menu)
    if (first) throw redirect({ href: first, replace: true })
  },
  loader: () => loadTexts('portal', 'shipments', 'tracking'),
  component: Home,
})

function Home() {
  return hasPortal(useProfile()) ? <PortalHome /> : <HomePage />
}
