import { createFileRoute } from '@tanstack/react-router'
import { PublicShell } from '@/app/PublicShell'
import { useSite } from '@/context/site'
import { PublicReviewPage } from '@/features/reviews/PublicReviewPage'
import { loadTexts } from '@/i18n'

/** Where the link of an invitation to rate a shipment leads. */
export const Route = createFileRoute('/review/$token')({
  loader: () => loadTexts('reviews', 'codes'),
  component: Page,
})

function Page() {
  const { token } = Route.useParams()
  const { domain } = useSite()
  return (
    <PublicShell>
      <PublicReviewPage key={token} token={token} company={domain.name} />
    </PublicShell>
  )
}
