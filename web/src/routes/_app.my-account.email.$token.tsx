import { createFileRoute, useRouter } from '@tanstack/react-router'
import { paths } from '@/context/paths'
import { ConfirmEmailPage } from '@/features/account/security/ConfirmEmailPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/my-account/email/$token')({
  loader: () => loadTexts('account'),
  component: Confirm,
})

function Confirm() {
  const { token } = Route.useParams()
  const router = useRouter()
  const toSecurity = () =>
    router.navigate({ href: paths['my-account.tab']({ tab: 'security' }), replace: true })
  return <ConfirmEmailPage token={token} onConfirmed={toSecurity} />
}
