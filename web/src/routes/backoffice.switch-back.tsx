import { createFileRoute } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { paths } from '@/context/paths'
import { currentProfile, remember } from '@/context/session'
import { SwitchBackPage } from '@/features/users/SwitchBackPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/backoffice/switch-back')({
  loader: () => loadTexts('users'),
  component: SwitchBack,
})

function SwitchBack() {
  const { queryClient } = Route.useRouteContext()

  // A fresh page: nothing of one user stays in the other's memory.
  function goOn() {
    remember(true)
    window.location.assign(paths.home())
  }

  return (
    <LoginShell>
      <SwitchBackPage
        profile={currentProfile(queryClient)}
        onBack={goOn}
        onSignIn={() => window.location.assign(paths.login())}
      />
    </LoginShell>
  )
}
