import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { paths } from '@/context/paths'
import { currentProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { RegisterPage } from '@/features/sign-in/register/RegisterPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/register/')({
  beforeLoad: ({ context }) => {
    if (currentProfile(context.queryClient)) throw redirect({ href: paths.home() })
  },
  loader: () => loadTexts('register', 'sign-in', 'codes'),
  component: Register,
})

function Register() {
  const { domain } = useSite()
  const router = useRouter()
  return (
    <LoginShell wide>
      <RegisterPage
        company={domain.name}
        onRegistered={(registered) =>
          void router.navigate({ href: paths.login(), state: { registered }, replace: true })
        }
      />
    </LoginShell>
  )
}
