import { useTranslation } from 'react-i18next'
import { IntegrationTabs } from '@/shared/integrations/IntegrationTabs'
import { ResourcePage } from '@/ui/ResourcePage'
import { HostCard } from './HostCard'

/** The host for orders, for those who have no shops. */
export function HostPage() {
  const { t } = useTranslation('shops')
  return (
    <ResourcePage title={t('title')} text={t('text')}>
      <IntegrationTabs />
      <HostCard />
    </ResourcePage>
  )
}
