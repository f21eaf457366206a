import { createFileRoute } from '@tanstack/react-router'
import { PublicShell } from '@/app/PublicShell'
import { useSite } from '@/context/site'
import { PublicDeliveryPage } from '@/features/deliveries/PublicDeliveryPage'
import { loadTexts } from '@/i18n'

/** Where the link of a failed delivery leads. */
export const Route = createFileRoute('/delivery/$token')({
  loader: () => loadTexts('deliveries', 'codes'),
  component: Page,
})

function Page() {
  const { token } = Route.useParams()
  const { domain } = useSite()
  return (
    <PublicShell>
      <PublicDeliveryPage key={token} token={token} company={domain.name} />
    </PublicShell>
  )
}
