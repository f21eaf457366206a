import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { ResourcePage } from '@/ui/ResourcePage'
import { ExportButton } from './ExportButton'

/** In place of the runs of somebody who may not record any more, but has records on this phone. */
export function LockedOut() {
  const { t } = useTranslation('field')
  return (
    <ResourcePage title={t('title')}>
      <Alert color="red" role="alert" mb="md">
        {t('blocked')}
      </Alert>
      <ExportButton driver={useProfile()} size="lg" />
    </ResourcePage>
  )
}
