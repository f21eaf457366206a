import { Anchor } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { ResourcePage } from '@/ui/ResourcePage'
import { NotificationList } from './NotificationList'
import type { Tab } from './useNotificationPages'

/** All notifications of the user. The tab is in the address. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications')
  const { menu } = useProfile()
  const { tab } = useSearch({ from: '/_app/notifications' })
  const navigate = useNavigate({ from: '/notifications' })
  return (
    <ResourcePage
      title={t('pageTitle')}
      width="form"
      action={
        menu.my_account && (
          <Anchor component={AppLink} size="sm" to={paths['my-account.tab']({ tab: 'notifications' })}>
            {t('preferences')}
          </Anchor>
        )
      }
    >
      <NotificationList
        tab={tab}
        onTab={(next: Tab) => void navigate({ search: { tab: next }, replace: true })}
      />
    </ResourcePage>
  )
}
