import { createFileRoute, redirect } from '@tanstack/react-router'
import { Shell } from '@/app/Shell'
import { currentProfile } from '@/app/session'

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context, location }) => {
    if (currentProfile(context.queryClient)) return
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href } })
  },
  component: Shell,
})
