import { createFileRoute, useRouter } from '@tanstack/react-router'
import type { SocialStep } from '@/api/schema'
import { LoginShell } from '@/app/LoginShell'
import { enter } from '@/context/enter'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { RegisterPage } from '@/features/sign-in/register/RegisterPage'
import { ForNewPerson } from '@/features/sign-in/social/ForNewPerson'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/register-social')({
  loader: () => loadTexts('register', 'sign-in', 'codes'),
  component: CompleteAccount,
})

function CompleteAccount() {
  const { domain } = useSite()
  const { queryClient } = Route.useRouteContext()
  const router = useRouter()

  async function goOn(registered: string, step?: SocialStep) {
    if (step === 'signed_in') {
      await enter(queryClient)
      await router.navigate({ href: paths.home(), replace: true })
    } else await router.navigate({ href: paths.login(), state: { registered }, replace: true })
  }

  return (
    <ForNewPerson>
      {(person) => (
        <LoginShell wide>
          <RegisterPage
            company={domain.name}
            person={person}
            onRegistered={(email, step) => void goOn(email, step)}
          />
        </LoginShell>
      )}
    </ForNewPerson>
  )
}
