import { Anchor, Drawer } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { NotificationList } from './NotificationList'
import { setListOpen } from './shown-toasts'
import type { Tab } from './useNotificationPages'

type NotificationsDrawerProps = { opened: boolean; onClose(): void }

export default function NotificationsDrawer({ opened, onClose }: NotificationsDrawerProps) {
  const { t } = useTranslation(['notifications', 'common'])
  const [tab, setTab] = useState<Tab>('all')
  useEffect(() => {
    setListOpen(opened)
    return () => setListOpen(false)
  }, [opened])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="28rem"
      title={t('pageTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <NotificationList tab={tab} onTab={setTab} shown={opened} onFollow={onClose} />
      <Anchor
        component={AppLink}
        size="sm"
        to={paths.notifications()}
        onClick={onClose}
        display="block"
        mt="md"
      >
        {t('showAll')}
      </Anchor>
    </Drawer>
  )
}
