import { useTranslation } from 'react-i18next'
import type { ShipmentStatus } from '@/api/schema'
import { hasPortal, useProfile } from '@/context/session'
import { plainLook, statusLook } from './status'

/** How a status looks to its reader: a client reads the same words on the page as in the list and on the home page. */
export function useStatusLook() {
  const { t } = useTranslation('shipments')
  const { t: statuses } = useTranslation('shipment-status')
  const isPlain = hasPortal(useProfile())
  return (status: ShipmentStatus) => (isPlain ? plainLook(status, t) : statusLook(status, statuses))
}
