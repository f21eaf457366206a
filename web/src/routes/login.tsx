import {
  createFileRoute,
  redirect,
  type SearchSchemaInput,
  useLocation,
  useRouter,
} from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoginShell } from '@/app/LoginShell'
import { ownPath } from '@/context/own-path'
import { paths } from '@/context/paths'
import { currentProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { listUnsent } from '@/context/unsent'
import { LoginPage } from '@/features/sign-in/LoginPage'
import type { Problem } from '@/features/sign-in/social/problem'
import { loadTexts } from '@/i18n'
import { onceOnline } from '@/ui/once-online'

const UnsentOnPhone = lazy(() => onceOnline(() => import('@/features/field/UnsentOnPhone')))

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why a way through a provider ended here. */
    problem?: Problem
    /** A provider vouched for somebody who has a second step. */
    asksCode?: boolean
    /** Who has just registered, and gets an e-mail to confirm the address. */
    registered?: string
    /** Who has just confirmed the address. */
    confirmed?: string
  }
}

export const Route = createFileRoute('/login')({
  validateSearch: (search: { to?: unknown } & SearchSchemaInput) => ({ to: ownPath(search.to) }),
  beforeLoad: ({ context, search }) => {
    if (currentProfile(context.queryClient)) throw redirect({ href: search.to ?? paths.home() })
  },
  loader: () => loadTexts('sign-in', 'codes'),
  // Part of the start: nearly all that the sign-in needs, every screen needs.
  codeSplitGroupings: [],
  component: Login,
})

function Login() {
  const { domain } = useSite()
  const { queryClient } = Route.useRouteContext()
  const { to } = Route.useSearch()
  const { problem, asksCode, registered, confirmed } = useLocation({ select: ({ state }) => state })
  const router = useRouter()

  async function goOn() {
    const { enter } = await import('@/context/enter')
    await enter(queryClient)
    await router.navigate({ href: to ?? paths.home(), replace: true })
  }

  return (
    <LoginShell>
      <LoginPage
        company={domain.name}
        providers={domain.sign_in_providers}
        problem={problem}
        asksCode={asksCode}
        registered={registered}
        confirmed={confirmed}
        to={to}
        onSignedIn={goOn}
      />
      {listUnsent().length > 0 && (
        <Suspense>
          <UnsentOnPhone />
        </Suspense>
      )}
    </LoginShell>
  )
}
