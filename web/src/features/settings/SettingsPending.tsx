import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SettingsTabs } from '@/shared/settings/SettingsTabs'
import { ResourcePage } from '@/ui/ResourcePage'

/** The title and the tabs of the settings while one of them is fetched. */
export function SettingsPending() {
  const { t } = useTranslation('settings')
  return (
    <ResourcePage title={t('title')} text={t('text')} width="form">
      <SettingsTabs />
      <Skeleton height="100vh" radius="md" />
    </ResourcePage>
  )
}
