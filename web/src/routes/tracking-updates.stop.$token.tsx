import { createFileRoute } from '@tanstack/react-router'
import { paths } from '@/context/paths'
import { StopSubscriptionPage } from '@/features/tracking/visitor/SubscriptionPages'

export const Route = createFileRoute('/tracking-updates/stop/$token')({ component: Page })

function Page() {
  const { token } = Route.useParams()
  return <StopSubscriptionPage token={token} trackingTo={(code) => paths['tracking.show']({ code })} />
}
