import { useTranslation } from 'react-i18next'
import { LinkTabs } from '@/ui/LinkTabs'
import { paths } from './paths'
import { useProfile } from './session'

/** The pages on which the company decides about itself; nothing where there is but one for this user. */
export function SettingsTabs() {
  const { t } = useTranslation('settings')
  const { can, menu } = useProfile()
  const general = paths['tenant_settings.show']()
  const tabs = [
    { to: general, label: t('tab.general'), shows: menu.tenant_settings },
    { to: `${general}/domains`, label: t('tab.domains'), shows: can.list_domains },
  ].filter(({ shows }) => shows)
  return tabs.length > 1 ? <LinkTabs label={t('tab.label')} tabs={tabs} /> : null
}
