import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { ValidatePage } from '@/features/sign-in/register/ValidatePage'
import { takeWay } from '@/features/sign-in/social/way'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/register/validate/$token')({
  loader: () => loadTexts('register', 'sign-in'),
  component: Validate,
})

function Validate() {
  const { domain } = useSite()
  const { token } = Route.useParams()
  const router = useRouter()

  async function toLogin(email: string) {
    const href = towards(paths.login(), takeWay('localStorage'))
    await router.navigate({ href, state: { confirmed: email }, replace: true })
  }

  return (
    <LoginShell>
      <ValidatePage company={domain.name} token={token} onValidated={toLogin} />
    </LoginShell>
  )
}
