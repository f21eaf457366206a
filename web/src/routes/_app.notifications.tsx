import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { NotificationsPage } from '@/features/notifications/NotificationsPage'
import type { Tab } from '@/features/notifications/useNotificationPages'
import { loadTexts } from '@/i18n'

const TABS: readonly Tab[] = ['all', 'new', 'read']

export const Route = createFileRoute('/_app/notifications')({
  validateSearch: ({ tab }: { tab?: unknown }): { tab: Tab } => ({
    tab: TABS.find((known) => known === tab) ?? 'all',
  }),
  search: { middlewares: [stripSearchParams({ tab: 'all' })] },
  loader: () => loadTexts('notifications', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="notifications" right="notification.list">
      <NotificationsPage />
    </OnMenu>
  )
}
