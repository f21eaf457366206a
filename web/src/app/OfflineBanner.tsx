import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function OfflineBanner() {
  const { t } = useTranslation('shell')
  const { online } = useNetwork()
  return (
    // The region stands there before its text, so that screen readers hear the text arrive.
    <div role="status">
      {!online && (
        <Alert radius={0} color="yellow" icon={<IconWifiOff aria-hidden />}>
          {t('offline')}
        </Alert>
      )}
    </div>
  )
}
