import { Box } from '@mantine/core'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { LoginShell } from '@/app/LoginShell'
import { Shell } from '@/app/Shell'
import { paths } from '@/context/paths'
import { currentProfile, remember } from '@/context/session'
import { SwitchBackPage } from '@/features/users/SwitchBackPage'
import { loadTexts } from '@/i18n'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The hour of acting as another has ended; who it was is still known. */
    isOver?: boolean
  }
}

export const Route = createFileRoute('/backoffice/switch-back')({
  loader: () => loadTexts('users', 'processes'),
  component: SwitchBack,
})

function SwitchBack() {
  const { queryClient } = Route.useRouteContext()
  const isOver = useLocation({ select: ({ state }) => state.isOver })
  const profile = currentProfile(queryClient)

  // A fresh page: nothing of one user stays in the other's memory.
  function goOn() {
    remember(true)
    window.location.assign(paths.home())
  }

  const page = (
    <SwitchBackPage profile={profile} onBack={goOn} onSignIn={() => window.location.assign(paths.login())} />
  )
  // Without a session the frame of the app would only be refused.
  if (!profile || isOver) return <LoginShell>{page}</LoginShell>
  return (
    <Shell>
      <Box maw="30rem">{page}</Box>
    </Shell>
  )
}
