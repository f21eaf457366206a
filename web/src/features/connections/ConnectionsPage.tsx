import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { IntegrationTabs } from '@/shared/integrations/IntegrationTabs'
import { ResourcePage } from '@/ui/ResourcePage'
import { CarriersCard } from './CarriersCard'
import { DomainsCard } from './DomainsCard'
import { MailCard } from './MailCard'

/** The connections of the company besides programs: how each does, a test, and what went wrong in words. */
export function ConnectionsPage() {
  const { t } = useTranslation('connections')
  const { can } = useProfile()
  return (
    <ResourcePage title={t('title')} text={t('text')}>
      <IntegrationTabs />
      {can['provider.update'] && <CarriersCard />}
      {can['tenant_setting.update'] && <MailCard />}
      {can['domain.list'] && <DomainsCard />}
    </ResourcePage>
  )
}
