import { createFileRoute, useRouter } from '@tanstack/react-router'
import type { SocialStep } from '@/api/schema'
import { LoginShell } from '@/app/LoginShell'
import { enter } from '@/context/enter'
import { towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { RegisterPage } from '@/features/sign-in/register/RegisterPage'
import { ForNewPerson } from '@/features/sign-in/social/ForNewPerson'
import { keepWay, takeWay } from '@/features/sign-in/social/way'
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
    const to = takeWay()
    if (step === 'signed_in') {
      await enter(queryClient)
      await router.navigate({ href: to ?? paths.home(), replace: true })
    } else {
      keepWay(to, 'localStorage')
      await router.navigate({ href: towards(paths.login(), to), state: { registered }, replace: true })
    }
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
