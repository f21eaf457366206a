import { createFileRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router'
import { PublicShell } from '@/app/PublicShell'
import { currentProfile } from '@/context/session'
import { PublicCalculatorPage } from '@/features/calculator/PublicCalculatorPage'
import { validateCalculator } from '@/features/calculator/search'
import { loadTexts } from '@/i18n'

/** The calculator for anybody; signed-in users have their own. */
export const Route = createFileRoute('/calculate')({
  validateSearch: validateCalculator,
  beforeLoad: ({ context, search }) => {
    if (currentProfile(context.queryClient)) throw redirect({ to: '/calculator', search })
  },
  loader: () => loadTexts('calculator', 'price-lines', 'sign-in', 'codes'),
  component: Calculate,
})

function Calculate() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const router = useRouter()
  const signedInTo = router.buildLocation({ to: '/calculator', search }).href
  return (
    <PublicShell signedInTo={signedInTo}>
      <PublicCalculatorPage
        search={search}
        signedInTo={signedInTo}
        onSearch={(next) => void navigate({ to: '/calculate', search: next, resetScroll: false })}
      />
    </PublicShell>
  )
}
