import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PublicShell } from '@/app/PublicShell'
import { currentProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { PublicQuotePage } from '@/features/quotes/PublicQuotePage'
import { loadTexts } from '@/i18n'

/** Where the link of a quote leads. */
export const Route = createFileRoute('/quote/$token')({
  loader: () => loadTexts('quotes', 'price-lines', 'sign-in', 'codes'),
  component: Page,
})

function Page() {
  const { token } = Route.useParams()
  const { domain } = useSite()
  const isSignedIn = currentProfile(useQueryClient()) !== undefined
  return (
    <PublicShell>
      <PublicQuotePage key={token} token={token} company={domain.name} isSignedIn={isSignedIn} />
    </PublicShell>
  )
}
