import { createFileRoute } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { RecoverPage } from '@/features/sign-in/RecoverPage'

export const Route = createFileRoute('/password/reset/')({ component: Recover })

function Recover() {
  return (
    <LoginShell>
      <RecoverPage />
    </LoginShell>
  )
}
