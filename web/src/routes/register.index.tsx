import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { paths } from '@/context/paths'
import { currentProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { RegisterPage } from '@/features/sign-in/register/RegisterPage'
import { loadTexts } from '@/i18n'
import { words } from '@/ui/table/list-spec'

export const Route = createFileRoute('/register/')({
  validateSearch: (raw: { referral_code?: unknown }): { referral_code?: string } => {
    const code = words(raw.referral_code)?.slice(0, 20)
    return code ? { referral_code: code } : {}
  },
  beforeLoad: ({ context }) => {
    if (currentProfile(context.queryClient)) throw redirect({ href: paths.home() })
  },
  loader: () => loadTexts('register', 'sign-in', 'codes'),
  component: Register,
})

function Register() {
  const { domain } = useSite()
  const { referral_code } = Route.useSearch()
  const router = useRouter()
  return (
    <LoginShell wide>
      <RegisterPage
        company={domain.name}
        referralCode={referral_code}
        onRegistered={(registered) =>
          void router.navigate({ href: paths.login(), state: { registered }, replace: true })
        }
      />
    </LoginShell>
  )
}
