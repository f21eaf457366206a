import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { LinkTabs } from '@/ui/LinkTabs'
import { connectionRights } from './connections'
import { hasWebhooks } from './webhooks'

/** The pages about work with other systems, those that the user may open. */
export function IntegrationTabs() {
  const { t } = useTranslation('shell')
  const profile = useProfile()
  const { can } = profile
  const { domain } = useSite()
  const tabs = [
    can['api_token.list'] && { to: paths['integrations.index'](), label: t('resources.api_token') },
    (can['shop.list'] || can['order_layer.show']) && {
      to: paths['integrations.shops'](),
      label: t('resources.shop'),
    },
    hasWebhooks(profile, domain) && { to: paths['integrations.webhooks'](), label: t('resources.webhook') },
    connectionRights(profile).length > 0 && {
      to: paths['integrations.connections'](),
      label: t('menu.connections'),
    },
  ].filter((tab) => tab !== undefined && tab !== false)
  return tabs.length > 1 ? <LinkTabs label={t('menu.integrations')} tabs={tabs} /> : null
}
