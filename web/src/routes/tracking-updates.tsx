import { createFileRoute } from '@tanstack/react-router'
import { PublicShell } from '@/app/PublicShell'
import { loadTexts } from '@/i18n'

/** Where the links of tracking e-mails lead. */
export const Route = createFileRoute('/tracking-updates')({
  loader: () => loadTexts('tracking', 'sign-in', 'codes'),
  component: PublicShell,
})
