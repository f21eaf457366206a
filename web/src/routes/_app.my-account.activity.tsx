import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AccountPage } from '@/features/account/AccountPage'
import { activityList } from '@/features/account/activity/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/my-account/activity')({
  validateSearch: activityList.validate,
  search: { middlewares: [stripSearchParams(activityList.defaults)] },
  loader: () => loadTexts('account', 'activity'),
  component: () => <AccountPage tab="activity" />,
})
