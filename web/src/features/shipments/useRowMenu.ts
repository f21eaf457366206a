import {
  IconBan,
  IconBarcode,
  IconCopy,
  IconExternalLink,
  IconEye,
  IconPencil,
  IconPrinter,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ShipmentSummary } from '@/api/schema'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import type { MenuEntry } from '@/ui/table/columns'
import { labelUrl } from './label-url'
import { refusal } from './status'
import { useDuplicate } from './useDuplicate'

type Handlers = { onRecord(codes: string[]): void; onCancel(shipment: ShipmentSummary): void }

/** Menu of one shipment. Refused actions stay in place, disabled, with the reason. */
export function useRowMenu({ onRecord, onCancel }: Handlers) {
  const { t } = useTranslation('shipments')
  const { can: user } = useProfile()
  const { duplicate } = useDuplicate()

  return (shipment: ShipmentSummary): MenuEntry[] => {
    const { id, can, status, tracking_code } = shipment
    const why = (verb: Parameters<typeof refusal>[0]) => (can[verb] ? undefined : refusal(verb, status, t))
    const show = paths['shipments.show']({ id })
    const entries: (MenuEntry | false)[] = [
      { label: t('action.open'), icon: IconEye, to: show },
      { label: t('action.openTab'), icon: IconExternalLink, to: show, newTab: true },
      'divider',
      {
        label: t('action.edit'),
        icon: IconPencil,
        to: paths['shipments.edit']({ id }),
        refused: why('update'),
      },
      {
        label: t('action.printLabel'),
        icon: IconPrinter,
        to: labelUrl(id),
        newTab: true,
        refused: why('print_label'),
      },
      user['shipment.record_event'] === true && {
        label: t('action.recordEvent'),
        icon: IconBarcode,
        run: () => onRecord([tracking_code]),
        refused: why('record_event'),
      },
      can.duplicate && { label: t('action.duplicate'), icon: IconCopy, run: () => duplicate(id) },
      'divider',
      {
        label: t('action.cancel'),
        icon: IconBan,
        danger: true,
        run: () => onCancel(shipment),
        refused: why('cancel'),
      },
    ]
    return entries.filter((entry) => entry !== false)
  }
}
