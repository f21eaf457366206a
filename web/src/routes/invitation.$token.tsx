import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { paths } from '@/context/paths'
import { useSite } from '@/context/site'
import { InvitationPage } from '@/features/sign-in/InvitationPage'
import { i18n, loadTexts } from '@/i18n'

export const Route = createFileRoute('/invitation/$token')({
  loader: () => loadTexts('sign-in'),
  component: Invitation,
})

function Invitation() {
  const { token } = Route.useParams()
  const { domain } = useSite()
  const router = useRouter()

  async function toLogin() {
    const { notify } = await import('@/ui/dialogs/notify')
    notify.success(i18n.t('sign-in:invitation.done'))
    await router.navigate({ href: paths.login(), replace: true })
  }

  return (
    <LoginShell>
      <InvitationPage company={domain.name} token={token} onAccepted={toLogin} />
    </LoginShell>
  )
}
