import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { ownPath } from '@/context/own-path'
import { RecoverPage } from '@/features/sign-in/RecoverPage'
import { keepWay } from '@/features/sign-in/social/way'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/password/reset/')({
  validateSearch: (search: { to?: unknown } & SearchSchemaInput) => ({ to: ownPath(search.to) }),
  loader: () => loadTexts('sign-in'),
  component: Recover,
})

function Recover() {
  const { to } = Route.useSearch()
  return (
    <LoginShell>
      <RecoverPage to={to} onSent={() => keepWay(to, 'localStorage')} />
    </LoginShell>
  )
}
