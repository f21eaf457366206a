import { useTranslation } from 'react-i18next'
import type { PriceVersionStatus } from '@/api/schema'
import { StatusBadge } from '@/ui/StatusBadge'
import { VERSION_LOOKS } from './version-status'

export function VersionBadge({ status }: { status: PriceVersionStatus }) {
  const { t } = useTranslation('price-tables')
  return <StatusBadge status={{ ...VERSION_LOOKS[status], label: t(`status.${status}`) }} />
}
