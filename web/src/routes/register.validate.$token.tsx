import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { ValidatePage } from '@/features/sign-in/register/ValidatePage'
import { i18n, loadTexts } from '@/i18n'

export const Route = createFileRoute('/register/validate/$token')({
  loader: () => loadTexts('register', 'sign-in'),
  component: Validate,
})

function Validate() {
  const { domain } = useSite()
  const { token } = Route.useParams()
  const router = useRouter()

  async function toLogin() {
    const { notify } = await import('@/ui/dialogs/notify')
    notify.success(i18n.t('register:validate.done'))
    await router.navigate({ href: paths.login(), replace: true })
  }

  return (
    <LoginShell>
      <ValidatePage company={domain.name} token={token} onValidated={toLogin} />
    </LoginShell>
  )
}
