import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { ValidatePage } from '@/features/sign-in/register/ValidatePage'
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
    await router.navigate({ href: paths.login(), state: { confirmed: email }, replace: true })
  }

  return (
    <LoginShell>
      <ValidatePage company={domain.name} token={token} onValidated={toLogin} />
    </LoginShell>
  )
}
