import { createFileRoute } from '@tanstack/react-router'
import { currentProfile } from '@/context/session'
import { loadTexts } from '@/i18n'

const inside = async () => {
  const [{ Shell }] = await Promise.all([import('@/app/Shell'), loadTexts('processes')])
  return { Frame: Shell }
}

const outside = async () => {
  const { PublicShell } = await import('@/app/PublicShell')
  return { Frame: PublicShell }
}

/** One address for both, so that staff can send visitors the link they see. */
export const Route = createFileRoute('/faq')({
  // Before anything is drawn, and only the one that is needed.
  beforeLoad: ({ context }) => (currentProfile(context.queryClient) ? inside() : outside()),
  // A few lines: a file of their own would cost more than it saves.
  codeSplitGroupings: [],
  component: Frame,
})

function Frame() {
  const { Frame } = Route.useRouteContext()
  return <Frame />
}
