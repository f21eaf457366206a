import { createFileRoute } from '@tanstack/react-router'
import { StoppedMailsPage } from '@/features/account/notifications/StoppedMailsPage'

export const Route = createFileRoute('/emails/stop/$token')({ component: Page })

function Page() {
  const { token } = Route.useParams()
  return <StoppedMailsPage token={token} />
}
