import { useTranslation } from 'react-i18next'
import type { Remarks } from '@/blocks/scan/CodeList'
import { doubtAbout } from '@/shared/tracking/codes'
import { STATUS, statusTextKey } from '@/shared/tracking/status'
import { StatusBadge } from '@/ui/StatusBadge'
import type { FoundShipment } from './lookup'

/** What the line of a code says at the desk. */
export function useRemarks(): Remarks<FoundShipment> {
  const { t } = useTranslation(['tracking', 'shipments'])
  return {
    done: (shipment) => [t('outcome.done'), shipment?.name].filter(Boolean).join(' · '),
    held: t('outcome.unconfirmed'),
    unknown: t('list.unknown'),
    known: ({ name, status }) => (
      <>
        {name}
        {status !== undefined && (
          <StatusBadge status={{ ...STATUS[status], label: t(statusTextKey(status)) }} />
        )}
      </>
    ),
    doubt: (code) => (doubtAbout(code) ? t('list.doubt') : undefined),
    doneCount: (count) => t('list.doneCount', { count }),
  }
}
