import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { loadTexts } from '@/i18n'
import { LinkTabs } from '@/ui/LinkTabs'
import { onceOnline } from '@/ui/once-online'
import { ResourcePage } from '@/ui/ResourcePage'
import { TabPending } from './TabPending'
import { isOffered, SECTIONS, type Tab, tabPath } from './tabs'

/** Each tab is fetched when it is first opened. */
const CONTENT = {
  general: lazy(() => onceOnline(() => import('./general/GeneralTab'))),
  client: lazy(() => onceOnline(() => import('./client/ClientTab'))),
  colleagues: lazy(() => onceOnline(() => import('./colleagues/ColleaguesTab'))),
  addresses: lazy(() => onceOnline(() => import('./addresses/AddressesTab'))),
  activity: lazy(() => onceOnline(() => import('./activity/ActivityTab'))),
  security: lazy(() => onceOnline(() => import('./security/SecurityTab'))),
  notifications: lazy(() =>
    onceOnline(async () => {
      const [tab] = await Promise.all([
        import('./notifications/NotificationsTab'),
        loadTexts('notification-choices'),
      ])
      return tab
    }),
  ),
  privacy: lazy(() => onceOnline(() => import('./privacy/PrivacyTab'))),
}

export function AccountPage({ tab }: { tab: Tab }) {
  const { t } = useTranslation('account')
  const profile = useProfile()
  const Content = CONTENT[tab]
  const sections = SECTIONS.filter((name) => name === tab || isOffered(name, profile))
  return (
    <ResourcePage title={t('title')} width={tab === 'activity' ? 'full' : 'form'}>
      <LinkTabs
        label={t('sections')}
        tabs={sections.map((name) => ({ to: tabPath(name), label: t(`tab.${name}`) }))}
      />
      <Suspense key={tab} fallback={<TabPending />}>
        <Content />
      </Suspense>
    </ResourcePage>
  )
}
