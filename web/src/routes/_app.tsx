import { createFileRoute, redirect } from '@tanstack/react-router'
import { Shell } from '@/app/Shell'
import { currentProfile } from '@/context/session'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context, location }) => {
    if (currentProfile(context.queryClient)) return
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href } })
  },
  loader: () => loadTexts('processes'),
  component: Shell,
})
