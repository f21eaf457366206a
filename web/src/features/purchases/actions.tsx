import { IconBan, IconEye, IconLock, IconPackageImport, IconPencil, IconSend } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { purchaseCancel, purchaseClose, purchaseOrder } from '@/api/generated/endpoints/stock/stock'
import { type ProfileCan, type Purchase, type PurchaseDetails, PurchaseStatus } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { onceOnline } from '@/ui/once-online'
import { refreshPurchases } from './refresh'

const ReceiveDialog = lazy(() => onceOnline(() => import('./ReceiveDialog')))

const about = ({ number, supplier }: Purchase) => [number, supplier].filter(Boolean).join(' · ')

const purchaseActions = (
  t: TFunction<'purchases'>,
  can: ProfileCan,
): RecordAction<Purchase, PurchaseDetails>[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['purchases.show'] },
  {
    verb: 'order',
    label: t('action.order'),
    icon: IconSend,
    button: 'main',
    ask: (purchase) => ({ title: t('order.title', { number: purchase.number }), text: t('order.text') }),
    run: ({ id, version }) => purchaseOrder(id, { version }),
    done: (purchase: Purchase) => t('order.done', { number: purchase.number }),
    refused: ({ status, supplier }) =>
      can['purchase.order'] && status === PurchaseStatus.Draft && !supplier
        ? codeText('purchase_without_supplier', {}, t('order.noSupplier'))
        : undefined,
  },
  {
    only: 'page',
    verb: 'receive',
    label: t('action.receive'),
    icon: IconPackageImport,
    button: 'main',
    dialog: (purchase, state) => <ReceiveDialog {...state} purchase={purchase} />,
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    button: 'plain',
    to: paths['purchases.edit'],
  },
  {
    verb: 'close',
    label: t('action.close'),
    icon: IconLock,
    reason: (purchase) => ({
      title: t('close.title'),
      about: about(purchase),
      label: t('field.reason'),
      text: t('close.text'),
    }),
    run: ({ id, version }, reason) => purchaseClose(id, { reason, version }),
    done: () => t('close.done'),
  },
  {
    verb: 'cancel',
    label: t('action.cancel'),
    icon: IconBan,
    danger: true,
    reason: (purchase) => ({
      title: t('cancel.title'),
      about: about(purchase),
      label: t('field.reason'),
      text: t('cancel.text'),
    }),
    run: ({ id, version }, reason) => purchaseCancel(id, { reason, version }),
    done: () => t('cancel.done'),
  },
]

/** The actions on a purchase, in the list and on its page. */
export function usePurchaseActions() {
  const { t } = useTranslation('purchases')
  const { can } = useProfile()
  return useRecordActions<Purchase, PurchaseDetails>({
    actions: purchaseActions(t, can),
    refresh: refreshPurchases,
  })
}
