import {
  IconBarcode,
  IconClipboardCopy,
  IconCopy,
  IconFileStack,
  IconLink,
  IconPencil,
  IconPrinter,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Shipment } from '@/api/schema'
import { type PageAction, useOfferedActions } from '@/context/page-actions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { chooseTarget } from '@/shared/labels/station'
import { notify } from '@/ui/dialogs/notify'
import { mayHavePapers, printLabel } from './print-label'
import { useDuplicate } from './useDuplicate'

/** Offers to the palette what can be done now with the shipment in view. */
export function usePaletteActions(shipment: Shipment) {
  const { id, tracking_code, can } = shipment
  const { t } = useTranslation('shipments')
  const { can: user, label_format } = useProfile()
  const duplicate = useDuplicate()
  const navigate = useNavigate()

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      notify.success(t('action.copied'))
    } catch {
      // Where the browser keeps the clipboard closed, the text can still be taken from the screen.
      notify.info(text)
    }
  }

  const record = () =>
    navigate({
      to: paths.tracking(),
      search: { codes: '', task: 'record' },
      state: { laid: [tracking_code] },
    })

  const actions: (PageAction | false)[] = [
    can.print_label && {
      label: t('action.printLabel'),
      icon: IconPrinter,
      run: () => printLabel(id, { target: chooseTarget(label_format), name: tracking_code }),
    },
    can.print_label &&
      mayHavePapers(shipment) && {
        label: t('action.printAll'),
        icon: IconFileStack,
        run: () => printLabel(id, { papers: true }),
      },
    (can.update || can.complete || can.reprice) && {
      label: t('action.edit'),
      icon: IconPencil,
      to: paths['shipments.edit']({ id }),
    },
    can.record_event &&
      user['shipment.record_event'] === true && {
        label: t('action.recordEvent'),
        icon: IconBarcode,
        run: () => void record(),
      },
    { label: t('action.copyCode'), icon: IconClipboardCopy, run: () => void copy(tracking_code) },
    {
      label: t('action.copyLink'),
      icon: IconLink,
      run: () => void copy(`${window.location.origin}${paths.tracking()}?codes=${tracking_code}`),
    },
    can.duplicate && {
      label: t('action.duplicate'),
      icon: IconCopy,
      run: () => void duplicate({ id, tracking_code }),
    },
  ]
  useOfferedActions(
    tracking_code,
    actions.filter((action) => action !== false),
  )
}
