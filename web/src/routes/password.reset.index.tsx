import { createFileRoute } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { RecoverPage } from '@/features/sign-in/RecoverPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/password/reset/')({
  loader: () => loadTexts('sign-in'),
  component: Recover,
})

function Recover() {
  return (
    <LoginShell>
      <RecoverPage />
    </LoginShell>
  )
}
