import { createFileRoute, redirect, type SearchSchemaInput, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { ownPath, towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { currentProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { RegisterPage } from '@/features/sign-in/register/RegisterPage'
import { keepWay } from '@/features/sign-in/social/way'
import { loadTexts } from '@/i18n'
import { words } from '@/ui/table/list-spec'

export const Route = createFileRoute('/register/')({
  validateSearch: (raw: { referral_code?: unknown; to?: unknown } & SearchSchemaInput) => ({
    referral_code: words(raw.referral_code)?.slice(0, 20),
    to: ownPath(raw.to),
  }),
  beforeLoad: ({ context, search }) => {
    if (currentProfile(context.queryClient)) throw redirect({ href: search.to ?? paths.home() })
  },
  loader: () => loadTexts('register', 'sign-in', 'codes'),
  component: Register,
})

function Register() {
  const { domain } = useSite()
  const { referral_code, to } = Route.useSearch()
  const router = useRouter()

  function awaitConfirmation(registered: string) {
    keepWay(to, 'localStorage')
    void router.navigate({ href: towards(paths.login(), to), state: { registered }, replace: true })
  }

  return (
    <LoginShell wide>
      <RegisterPage
        company={domain.name}
        referralCode={referral_code}
        to={to}
        onRegistered={awaitConfirmation}
      />
    </LoginShell>
  )
}
