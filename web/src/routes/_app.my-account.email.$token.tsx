import { createFileRoute, useRouter } from '@tanstack/react-router'
import { paths } from '@/app/paths'
import { ConfirmEmailPage } from '@/features/account/security/ConfirmEmailPage'

export const Route = createFileRoute('/_app/my-account/email/$token')({ component: Confirm })

function Confirm() {
  const { token } = Route.useParams()
  const router = useRouter()
  const toSecurity = () =>
    router.navigate({ href: paths['my-account.tab']({ tab: 'security' }), replace: true })
  return <ConfirmEmailPage token={token} onConfirmed={toSecurity} />
}
