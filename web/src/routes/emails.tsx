import { createFileRoute } from '@tanstack/react-router'
import { PublicShell } from '@/app/PublicShell'
import { loadTexts } from '@/i18n'

/** Where the links lead that end the e-mails of one kind. */
export const Route = createFileRoute('/emails')({
  loader: () => loadTexts('notification-choices', 'codes'),
  component: PublicShell,
})
