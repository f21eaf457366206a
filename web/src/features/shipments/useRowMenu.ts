import {
  IconArrowRight,
  IconBan,
  IconBarcode,
  IconCircleCheck,
  IconCopy,
  IconExternalLink,
  IconEye,
  IconFileStack,
  IconHandStop,
  IconLifebuoy,
  IconMessagePlus,
  IconPencil,
  IconPlayerPlay,
  IconPrinter,
  IconTruckDelivery,
  IconTruckLoading,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ShipmentStatus, type ShipmentSummary } from '@/api/schema'
import { paths } from '@/context/paths'
import { hasPortal, useProfile } from '@/context/session'
import { chooseTarget } from '@/shared/labels/station'
import { useShipmentMenu as useRegulatoryMenu } from '@/shared/regulatory/useShipmentMenu'
import { openStep } from '@/shared/shipments/wizard-steps'
import type { MenuEntry, MenuPart } from '@/ui/table/columns'
import { askPickupOf, isAtSender } from './ask-pickup'
import { mayHavePapers, printLabel } from './print-label'
import { refreshShipments } from './refresh'
import { refusal } from './status'
import { useDuplicate } from './useDuplicate'

type Subject = Pick<
  ShipmentSummary,
  | 'id'
  | 'tracking_code'
  | 'status'
  | 'missing'
  | 'unconfirmed'
  | 'hold'
  | 'version'
  | 'can'
  | 'from_country_id'
  | 'to_country_id'
>
type Handlers<S extends Subject> = {
  onRecord(codes: string[]): void
  onCancel(shipment: S): void
  onHold(shipment: S): void
  onRelease(shipment: S): void
  /** Shows the price and confirms at it. Without it, the way leads to where the price is. */
  onConfirm?(shipment: S): void
}

/** Menu of one shipment. Refused actions stay in place, disabled, with the reason. */
export function useShipmentMenu<S extends Subject>({
  onRecord,
  onCancel,
  onHold,
  onRelease,
  onConfirm,
}: Handlers<S>) {
  const { t } = useTranslation('shipments')
  const profile = useProfile()
  const { can: user } = profile
  const client = useQueryClient()
  const duplicate = useDuplicate()

  return (shipment: S): MenuEntry[] => {
    const { id, can, status, tracking_code } = shipment
    const why = (verb: Parameters<typeof refusal>[0]) => (can[verb] ? undefined : refusal(verb, shipment, t))
    const isOpen = status !== ShipmentStatus.Cancelled && status < ShipmentStatus.Confirmed
    const entries: (MenuEntry | false)[] = [
      (isOpen || can.confirm || shipment.unconfirmed) &&
        user['shipment.confirm'] === true && {
          label: t('action.confirm'),
          icon: IconCircleCheck,
          // Nobody confirms a price that was not shown.
          ...(onConfirm
            ? { run: () => onConfirm(shipment) }
            : {
                to: isOpen
                  ? paths['shipments.wizard']({ id, step: 'review' })
                  : paths['shipments.show']({ id }),
              }),
          refused: why('confirm'),
        },
      isOpen &&
        hasPortal(profile) && {
          label: t('action.continue'),
          icon: IconArrowRight,
          to: paths['shipments.wizard']({ id, step: openStep(shipment.missing) }),
          refused: why('update'),
        },
      (user['shipment.update'] === true || can.reprice) && {
        label: t(can.complete && !can.reprice ? 'action.completeDetails' : 'action.edit'),
        icon: IconPencil,
        to: paths['shipments.edit']({ id }),
        refused: can.reprice || can.complete ? undefined : why('update'),
      },
      user['shipment.print_label'] === true && {
        label: t('action.printLabel'),
        icon: IconPrinter,
        run: () =>
          printLabel(id, {
            target: chooseTarget(profile.label_format),
            name: tracking_code,
            onPrinted: () => refreshShipments(client, [id]),
          }),
        refused: why('print_label'),
      },
      user['shipment.print_label'] === true &&
        mayHavePapers(shipment) && {
          label: t('action.printAll'),
          icon: IconFileStack,
          run: () => printLabel(id, { papers: true, onPrinted: () => refreshShipments(client, [id]) }),
          refused: why('print_label'),
        },
      user['shipment.record_event'] === true && {
        label: t('action.recordEvent'),
        icon: IconBarcode,
        run: () => onRecord([tracking_code]),
        refused: why('record_event'),
      },
      profile.menu.deliveries === true &&
        user['delivery.create'] === true &&
        status >= ShipmentStatus.Received &&
        status < ShipmentStatus.Delivered && {
          label: t('action.deliver'),
          icon: IconTruckDelivery,
          to: `${paths['deliveries.create']()}?codes=${tracking_code}`,
        },
      user['shipment.hold'] === true &&
        !shipment.hold && {
          label: t('action.hold'),
          icon: IconHandStop,
          run: () => onHold(shipment),
          refused: why('hold'),
        },
      can.release && {
        label: t('action.release'),
        icon: IconPlayerPlay,
        run: () => onRelease(shipment),
      },
      can.duplicate && {
        label: t('action.duplicate'),
        icon: IconCopy,
        run: () => void duplicate(shipment),
      },
      profile.menu.pickups === true &&
        user['pickup.create'] === true &&
        isAtSender(shipment) && {
          label: t('action.askPickup'),
          icon: IconTruckLoading,
          to: askPickupOf(id),
        },
      user['support_ticket.list'] === true && {
        label: t('action.tickets'),
        icon: IconLifebuoy,
        to: `${paths['supports.index']()}?status=all&shipment_id=${id}`,
      },
      user['support_ticket.create'] === true && {
        label: t('action.newTicket'),
        icon: IconMessagePlus,
        to: `${paths['supports.create']()}?shipment_id=${id}`,
      },
      ...(user['shipment.cancel'] === true
        ? [
            'divider' as const,
            {
              label: t('action.cancel'),
              icon: IconBan,
              danger: true,
              run: () => onCancel(shipment),
              refused: why('cancel'),
            },
          ]
        : []),
    ]
    return entries.filter((entry) => entry !== false)
  }
}

/** The menu of a row. */
export function useRowMenu(handlers: Handlers<ShipmentSummary>) {
  const { t } = useTranslation('shipments')
  const menu = useShipmentMenu(handlers)
  const regulatory = useRegulatoryMenu()

  return (shipment: ShipmentSummary): MenuPart[] => {
    const show = paths['shipments.show']({ id: shipment.id })
    const own = menu(shipment)
    // The action without an undo comes last, behind its divider.
    const divider = own.indexOf('divider')
    const end = divider < 0 ? own.length : divider
    return [
      { label: t('action.open'), icon: IconEye, to: show },
      { label: t('action.openTab'), icon: IconExternalLink, to: show, newTab: true },
      'divider',
      ...own.slice(0, end),
      ...regulatory(shipment),
      ...own.slice(end),
    ]
  }
}
