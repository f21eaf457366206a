import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { enter } from '@/context/enter'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { ForNewPerson } from '@/features/sign-in/social/ForNewPerson'
import { LinkPage } from '@/features/sign-in/social/LinkPage'
import { takeWay } from '@/features/sign-in/social/way'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/login-link')({ loader: () => loadTexts('sign-in'), component: Link })

function Link() {
  const { domain } = useSite()
  const { queryClient } = Route.useRouteContext()
  const router = useRouter()

  async function goOn() {
    await enter(queryClient)
    await router.navigate({ href: takeWay() ?? paths.home(), replace: true })
  }

  return (
    <ForNewPerson>
      {(person) => (
        <LoginShell>
          <LinkPage company={domain.name} person={person} onSignedIn={goOn} />
        </LoginShell>
      )}
    </ForNewPerson>
  )
}
