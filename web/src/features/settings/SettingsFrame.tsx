import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantSettingShow } from '@/api/generated/endpoints/company/company'
import type { TenantSetting } from '@/api/schema'
import { SettingsTabs } from '@/shared/settings/SettingsTabs'
import { LoadFailure } from '@/ui/LoadFailure'
import { ResourcePage } from '@/ui/ResourcePage'

/** One part of the settings. It opens with what is true now, never with what a page showed a while ago. */
export function SettingsFrame({ children }: { children(setting: TenantSetting): ReactNode }) {
  const { t } = useTranslation('settings')
  const settings = useTenantSettingShow({ query: { staleTime: 0 } })
  const setting = settings.isFetchedAfterMount ? settings.data?.data : undefined
  return (
    <ResourcePage title={t('title')} text={t('text')} width="form">
      <SettingsTabs />
      {setting ? (
        children(setting)
      ) : settings.error ? (
        <LoadFailure title={t('failed')} result={settings} />
      ) : (
        <Skeleton height="100vh" radius="md" />
      )}
    </ResourcePage>
  )
}
