import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTenantSettingShow } from '@/api/generated/endpoints/company/company'
import { useDomainList } from '@/api/generated/endpoints/domains/domains'
import { useProviderCarrierList } from '@/api/generated/endpoints/providers/providers'
import { useProfile } from '@/context/session'
import { IntegrationTabs } from '@/shared/integrations/IntegrationTabs'
import { ResourcePage } from '@/ui/ResourcePage'
import { CarriersCard } from './CarriersCard'
import { DomainsCard } from './DomainsCard'
import { MailCard } from './MailCard'

/** As they are now, where the user may know. */
const freshIf = (enabled: boolean | undefined) => ({ query: { staleTime: 0, enabled: enabled === true } })

/** The connections of the company besides programs: how each does, a test, and what went wrong in words. */
export function ConnectionsPage() {
  const { t } = useTranslation('connections')
  const { can } = useProfile()
  const carriers = useProviderCarrierList(freshIf(can['provider.update']))
  const settings = useTenantSettingShow(freshIf(can['tenant_setting.update']))
  const domains = useDomainList(freshIf(can['domain.list']))
  // Each card stands above the next one, which would move. Another try leaves them where they are.
  const isAwaited = [carriers, settings, domains].some(({ isLoading, isFetched }) => isLoading && !isFetched)
  return (
    <ResourcePage title={t('title')} text={t('text')}>
      <IntegrationTabs />
      {isAwaited ? (
        <Skeleton h="70vh" radius="md" />
      ) : (
        <Stack gap="sm">
          {can['provider.update'] && <CarriersCard carriers={carriers} />}
          {can['tenant_setting.update'] && <MailCard settings={settings} />}
          {can['domain.list'] && <DomainsCard domains={domains} />}
        </Stack>
      )}
    </ResourcePage>
  )
}
