import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '@/ui/StatusBadge'

/** Beside the status: the shipment does not go on until it is released. */
export function HoldBadge() {
  const { t } = useTranslation('shipments')
  return <StatusBadge status={{ label: t('hold.badge'), color: 'orange', icon: IconHandStop }} />
}
