import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { currentProfile } from '@/context/session'
import { trackingDefaults, validateTracking } from '@/features/tracking/search'
import { loadTexts } from '@/i18n'

/** Signed-in users see the page inside the shell, others as a public page. */
const desk = async () => {
  const [{ Shell }, { TrackingDesk }] = await Promise.all([
    import('@/app/Shell'),
    import('./-tracking.desk'),
    loadTexts('tracking', 'scan', 'shipment-status', 'processes'),
  ])
  return { Frame: Shell, Page: TrackingDesk }
}

const visitor = async (queryClient: QueryClient) => {
  const [{ PublicShell }, { TrackingVisitor, takeFirstView }] = await Promise.all([
    import('@/app/PublicShell'),
    import('./-tracking.visitor'),
    loadTexts('tracking', 'sign-in'),
  ])
  takeFirstView(queryClient)
  return { Frame: PublicShell, Page: TrackingVisitor }
}

/** One address for both, so that staff and receivers can send each other the link they see. */
export const Route = createFileRoute('/tracking')({
  validateSearch: validateTracking,
  search: { middlewares: [stripSearchParams(trackingDefaults)] },
  // Before anything is drawn, and only the one that is needed.
  beforeLoad: ({ context }) => (currentProfile(context.queryClient) ? desk() : visitor(context.queryClient)),
  // A few lines each: a file of their own would cost more than it saves.
  codeSplitGroupings: [],
  component: Frame,
})

function Frame() {
  const { Frame } = Route.useRouteContext()
  return <Frame />
}
