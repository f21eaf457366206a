import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isFieldPath } from '@/context/paths'
import { useLink } from '@/live/link'

export function OfflineBanner() {
  const { t } = useTranslation('shell')
  const { online } = useNetwork()
  const link = useLink()
  // Drivers record without a network.
  const isField = useLocation({ select: ({ pathname }) => isFieldPath(pathname) })
  return (
    // The region stands there before its text, so that screen readers hear the text arrive.
    <div role="status">
      {(!online || link === 'offline') && (
        <Alert radius={0} color="yellow" icon={<IconWifiOff aria-hidden />}>
          {isField ? t('offlineField') : t('offline')}
        </Alert>
      )}
    </div>
  )
}
