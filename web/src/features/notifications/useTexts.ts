import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { notificationTexts } from './texts'

/** The words of notifications, in the language and formats of the account. */
export function useTexts() {
  const { t, i18n } = useTranslation('notifications')
  // Reasons of failures have the texts of the server's codes.
  useTranslation('codes', { useSuspense: false })
  const format = useFormat()
  return useMemo(() => {
    const kind = (name: string) => {
      const key = `kind.${name.replaceAll('.', '_')}` as 'kind.other'
      return i18n.exists(`notifications:${key}`) ? t(key) : t('kind.other')
    }
    return (notification: Notification) => notificationTexts(notification, t, format, kind)
  }, [t, i18n, format])
}
