import { createFileRoute, redirect } from '@tanstack/react-router'
import { HomePage } from '@/app/HomePage'
import { firstPage } from '@/app/menu'
import { currentProfile } from '@/app/session'

/** Until there is a dashboard, home is the first thing in the menu. */
export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context }) => {
    const profile = currentProfile(context.queryClient)
    const first = profile && firstPage(profile.menu)
    if (first) throw redirect({ href: first, replace: true })
  },
  component: HomePage,
})
