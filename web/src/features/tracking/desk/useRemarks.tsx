import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Remarks } from '@/blocks/scan/CodeList'
import { doubtAbout } from '@/shared/tracking/codes'
import { STATUS, statusTextKey } from '@/shared/tracking/status'
import { StatusBadge } from '@/ui/StatusBadge'
import type { FoundShipment } from './lookup'

/** What the line of a code says at the desk. */
export function useRemarks(): Remarks<FoundShipment> {
  const { t } = useTranslation(['tracking', 'shipment-status'])
  return {
    done: (shipment) => [t('outcome.done'), shipment?.name].filter(Boolean).join(' · '),
    held: (shipment) => t(shipment?.hold ? 'outcome.onHold' : 'outcome.unconfirmed'),
    unknown: t('list.unknown'),
    known: ({ name, status, hold }) => (
      <>
        {name}
        {status !== undefined && (
          <StatusBadge status={{ ...STATUS[status], label: t(statusTextKey(status)) }} />
        )}
        {hold && (
          <StatusBadge
            status={{
              label: t(`outcome.held`, { reason: t(`hold.${hold}`) }),
              color: 'orange',
              icon: IconHandStop,
            }}
          />
        )}
      </>
    ),
    doubt: (code) => (doubtAbout(code) ? t('list.doubt') : undefined),
    doneCount: (count) => t('list.doneCount', { count }),
  }
}
