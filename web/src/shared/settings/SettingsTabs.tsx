import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { LinkTabs } from '@/ui/LinkTabs'

const OF_SETTINGS = ['company', 'logo', 'rules', 'emails', 'documents', 'legal'] as const

/** The pages on which the company decides about itself; nothing where there is but one for this user. */
export function SettingsTabs() {
  const { t } = useTranslation('settings')
  const { can, menu } = useProfile()
  const names = [
    ...(menu.tenant_settings ? OF_SETTINGS : []),
    ...(can['domain.list'] ? ['domains' as const] : []),
  ]
  const tabs = names.map((tab) => ({
    to: tab === 'company' ? paths['tenant_settings.show']() : paths['tenant_settings.tab']({ tab }),
    label: t(`tab.${tab}`),
  }))
  return tabs.length > 1 ? <LinkTabs label={t('title')} tabs={tabs} /> : null
}
