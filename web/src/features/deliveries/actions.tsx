import {
  IconArrowBackUp,
  IconBan,
  IconBuildingStore,
  IconChecks,
  IconEye,
  IconFileCheck,
  IconLockOpen,
  IconPaperclip,
  IconPassword,
  IconPencil,
  IconRoute,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deliveryCancel,
  deliveryReopen,
  deliveryReturn,
  deliverySettle,
} from '@/api/generated/endpoints/deliveries/deliveries'
import { type Delivery, type DeliveryDetails, DeliveryStatus, type Profile } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { refreshDeliveries } from '@/shared/deliveries/refresh'
import { onceOnline } from '@/ui/once-online'

const AssignDialog = lazy(() => onceOnline(() => import('./AssignDialog')))
const HandOverDialog = lazy(() => onceOnline(() => import('./HandOverDialog')))
const AttachDialog = lazy(() => onceOnline(() => import('./AttachDialog')))
const PinDialog = lazy(() => onceOnline(() => import('./PinDialog')))

const proofOf = (id: string) => `/api/shipment-deliveries/${id}/proof`

const about = ({ number, recipient_name }: Delivery) => `${number} · ${recipient_name}`

/** With a handover that was none, its cash goes back. */
function reopenText(t: TFunction<'deliveries'>, { status, has_cash, is_cash_waiting }: Delivery) {
  if (status === DeliveryStatus.Failed) return t('reopen.failedText')
  if (!has_cash) return t('reopen.text')
  return t(is_cash_waiting ? 'reopen.cashText' : 'reopen.countedText')
}

/** What a driver does with it. */
const onTheWay = (
  t: TFunction<'deliveries'>,
  can: Profile['can'],
): RecordAction<Delivery, DeliveryDetails>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['deliveries.show'] },
  {
    verb: 'assign',
    label: t('action.assign'),
    icon: IconRoute,
    button: 'main',
    refused: ({ status, attempts, max_attempts }) =>
      can['delivery.assign'] && status === DeliveryStatus.Failed && attempts >= max_attempts
        ? t('attemptsUsedUp')
        : undefined,
    dialog: (delivery, state) => <AssignDialog {...state} delivery={delivery} />,
  },
  {
    verb: 'reassign',
    label: t('action.reassign'),
    icon: IconRoute,
    button: 'plain',
    dialog: (delivery, state) => <AssignDialog {...state} delivery={delivery} isMove />,
  },
  {
    verb: 'hand_over',
    label: t('action.hand_over'),
    icon: IconBuildingStore,
    dialog: (delivery, state) => <HandOverDialog {...state} delivery={delivery} />,
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    button: 'plain',
    to: paths['deliveries.edit'],
  },
  {
    verb: 'pin',
    when: ({ proof }) => proof.includes('pin'),
    label: t('action.pin'),
    icon: IconPassword,
    dialog: (delivery, state) => <PinDialog {...state} delivery={delivery} />,
  },
  {
    verb: 'proof',
    when: ({ delivered_at, attempts, fail_reason }) =>
      delivered_at !== null || attempts > 0 || fail_reason !== null,
    label: t('action.proof'),
    icon: IconFileCheck,
    button: 'plain',
    to: ({ id }) => proofOf(id),
    newTab: true,
  },
  {
    verb: 'attach',
    label: t('action.attach'),
    icon: IconPaperclip,
    dialog: (delivery, state) => <AttachDialog {...state} delivery={delivery} />,
  },
]

/** What the office decides, with a reason. */
const decided = (
  t: TFunction<'deliveries'>,
  can: Profile['can'],
): RecordAction<Delivery, DeliveryDetails>[] => [
  {
    verb: 'settle',
    label: t('action.settle'),
    icon: IconChecks,
    button: 'main',
    reason: (delivery) => ({
      title: t('settle.title'),
      about: about(delivery),
      label: t('settle.label'),
      text: t('settle.text'),
    }),
    run: ({ id, version }, reason) => deliverySettle(id, { reason, version }),
    done: () => t('settle.done'),
  },
  {
    verb: 'reopen',
    label: t('action.reopen'),
    icon: IconLockOpen,
    danger: true,
    refused: ({ status, is_cash_paid_out, has_cash_difference }) => {
      if (!can['delivery.reopen'] || status !== DeliveryStatus.Delivered) return undefined
      if (is_cash_paid_out) return t('cashPaidOut')
      return has_cash_difference ? t('cashDifference') : undefined
    },
    reason: (delivery) => ({
      title: t(delivery.status === DeliveryStatus.Failed ? 'reopen.failedTitle' : 'reopen.title'),
      about: about(delivery),
      label: t('field.reason'),
      text: reopenText(t, delivery),
    }),
    run: ({ id, version }, reason) => deliveryReopen(id, { reason, version }),
    done: () => t('reopen.done'),
  },
  {
    verb: 'return',
    label: t('action.return'),
    icon: IconArrowBackUp,
    danger: true,
    button: 'plain',
    reason: (delivery) => ({
      title: t('return.title'),
      about: about(delivery),
      label: t('field.reason'),
      text: t('return.text'),
    }),
    run: ({ id, version }, reason) => deliveryReturn(id, { reason, version }),
    done: () => t('return.done'),
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: (delivery) => ({
      title: t('cancel.title'),
      about: about(delivery),
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => deliveryCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** What can be done with a delivery, in the list and on its page. */
export function useDeliveryActions() {
  const { t } = useTranslation('deliveries')
  const { can } = useProfile()
  return useRecordActions<Delivery, DeliveryDetails>({
    actions: [...onTheWay(t, can), ...decided(t, can)],
    refresh: refreshDeliveries,
  })
}
