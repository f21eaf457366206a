import { useTranslation } from 'react-i18next'
import type { HoldReason } from '@/api/schema'
import { hasPortal, useProfile } from '@/context/session'

/** Why a shipment is held: a client reads what is awaited of them, staff what the tracking page tells everybody. */
export function useHoldWords() {
  const { t } = useTranslation(['shipments', 'tracking'])
  const isClient = hasPortal(useProfile())
  return (reason: HoldReason) =>
    t('tracking:headline.held', {
      reason: isClient ? t(`shipments:hold.told.${reason}`) : t(`tracking:hold.${reason}`),
    })
}
