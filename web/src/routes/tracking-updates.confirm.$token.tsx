import { createFileRoute } from '@tanstack/react-router'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { ConfirmSubscriptionPage } from '@/features/tracking/visitor/SubscriptionPages'

export const Route = createFileRoute('/tracking-updates/confirm/$token')({ component: Page })

function Page() {
  const { token } = Route.useParams()
  const { domain } = useSite()
  return (
    <ConfirmSubscriptionPage
      token={token}
      company={domain.name}
      trackingTo={(code) => paths['tracking.show']({ code })}
    />
  )
}
