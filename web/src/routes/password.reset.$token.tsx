import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { towards } from '@/context/own-path'
import { paths } from '@/context/paths'
import { RenewPage } from '@/features/sign-in/RenewPage'
import { takeWay } from '@/features/sign-in/social/way'
import { i18n, loadTexts } from '@/i18n'

export const Route = createFileRoute('/password/reset/$token')({
  loader: () => loadTexts('sign-in', 'codes'),
  component: Renew,
})

function Renew() {
  const { token } = Route.useParams()
  const router = useRouter()

  async function toLogin() {
    const { notify } = await import('@/ui/dialogs/notify')
    notify.success(i18n.t('sign-in:renew.done'))
    await router.navigate({ href: towards(paths.login(), takeWay('localStorage')), replace: true })
  }

  return (
    <LoginShell>
      <RenewPage token={token} onRenewed={toLogin} />
    </LoginShell>
  )
}
