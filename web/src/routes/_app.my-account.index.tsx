import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '@/features/account/AccountPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/my-account/')({
  loader: () => loadTexts('account'),
  component: () => <AccountPage tab="general" />,
})
