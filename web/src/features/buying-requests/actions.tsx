import {
  IconBan,
  IconCircleCheck,
  IconEye,
  IconReceipt,
  IconReceiptRefund,
  IconShoppingCart,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import {
  buyingRequestAccept,
  buyingRequestCancel,
  buyingRequestRefund,
} from '@/api/generated/endpoints/stock/stock'
import type { BuyingRequest } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { type Format, useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { refreshBuyingRequests } from './refresh'

const QuoteDialog = lazy(() => onceOnline(() => import('./QuoteDialog')))
const BuyDialog = lazy(() => onceOnline(() => import('./BuyDialog')))

type Words = { t: TFunction<'buying-requests'>; format: Format; isOutside: boolean }

const about = ({ number, title }: BuyingRequest) => `${number} · ${title}`

const totalOf = ({ total, currency }: BuyingRequest, format: Format) =>
  total !== null && currency !== null ? format.money(total, currency) : ''

/** The client pays from its wallet, and is asked once; staff do it for the client. */
const accept = ({ t, format, isOutside }: Words): RecordAction<BuyingRequest> => ({
  verb: 'accept',
  label: isOutside ? t('action.accept') : t('action.acceptFor'),
  icon: IconCircleCheck,
  button: isOutside ? 'main' : 'plain',
  ask: (request) => ({
    title: t('accept.title', { amount: totalOf(request, format) }),
    text: isOutside ? t('accept.text') : t('accept.textFor', { client: request.client_name }),
    ...(isOutside && {
      ways: { insufficient_funds: { to: paths.wallet(), text: t('accept.addFunds') } },
    }),
  }),
  run: ({ id, version }) => buyingRequestAccept(id, { version }),
  done: () => t('accept.done'),
})

const buyingActions = ({ t, format, isOutside }: Words): RecordAction<BuyingRequest>[] => {
  return [
    { only: 'list', label: t('action.open'), icon: IconEye, to: paths['buying_requests.show'] },
    {
      verb: 'quote',
      label: t('action.quote'),
      icon: IconReceipt,
      button: 'main',
      dialog: (request, state) => <QuoteDialog {...state} request={request} />,
    },
    accept({ t, format, isOutside }),
    {
      verb: 'buy',
      label: t('action.buy'),
      icon: IconShoppingCart,
      button: 'main',
      dialog: (request, state) => <BuyDialog {...state} request={request} />,
    },
    {
      verb: 'refund',
      label: t('action.refund'),
      icon: IconReceiptRefund,
      danger: true,
      reason: (request) => ({
        title: t('refund.title'),
        about: about(request),
        label: t('field.reason'),
        text: t('refund.text', { amount: totalOf(request, format) }),
      }),
      run: ({ id, version }, reason) => buyingRequestRefund(id, { reason, version }),
      done: () => t('refund.done'),
    },
    {
      verb: 'cancel',
      label: t('action.cancel'),
      icon: IconBan,
      danger: true,
      reason: (request) => ({
        title: t('cancel.title'),
        about: about(request),
        label: t('field.reason'),
        text: t('cancel.text'),
      }),
      run: ({ id, version }, reason) => buyingRequestCancel(id, { reason, version }),
      done: () => t('cancel.done'),
    },
  ]
}

/** The actions on a request, in the list and on its page. */
export function useBuyingActions() {
  const { t } = useTranslation('buying-requests')
  const format = useFormat()
  const { is_outside } = useProfile()
  return useRecordActions<BuyingRequest>({
    actions: buyingActions({ t, format, isOutside: is_outside }),
    refresh: refreshBuyingRequests,
  })
}
