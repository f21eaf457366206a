import { IconArrowBackUp, IconEye, IconMail, IconPackageExport, IconTruckDelivery } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { quoteChoose, quoteWithdraw } from '@/api/generated/endpoints/quotes/quotes'
import type { Quote, QuoteSummary } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { onceOnline } from '@/ui/once-online'
import { refreshQuotes } from './refresh'

const SendDialog = lazy(() => onceOnline(() => import('./SendDialog')))

/** The fields that a row of the list and the page have in common. */
export type QuoteRecord = Pick<QuoteSummary, 'id' | 'number' | 'version' | 'sent_to' | 'shipment_id' | 'can'>

type QuoteAction = RecordAction<QuoteRecord, Quote>

/** `mayShip`: the user may create the shipment that a quote becomes. */
export const quoteActions = (
  t: TFunction<'quotes'>,
  mayShip: boolean,
  ship: (quote: Quote) => void,
): QuoteAction[] => [
  { only: 'list', label: t('action.open'), icon: IconEye, to: paths['quotes.show'] },
  {
    only: 'page',
    verb: 'choose',
    when: ({ service_id, shipment_id }) => mayShip && service_id !== null && shipment_id === null,
    label: t('action.ship'),
    icon: IconPackageExport,
    button: 'main',
    start: ship,
  },
  {
    when: ({ shipment_id }) => shipment_id !== null,
    label: t('action.shipment'),
    icon: IconTruckDelivery,
    button: 'plain',
    to: ({ shipment_id }) => paths['shipments.show']({ id: shipment_id ?? '' }),
  },
  {
    only: 'page',
    verb: 'send',
    label: t('action.send'),
    icon: IconMail,
    button: 'plain',
    dialog: (quote, { opened, onClose }) => <SendDialog quote={quote} opened={opened} onClose={onClose} />,
  },
  {
    verb: 'withdraw',
    label: t('action.withdraw'),
    icon: IconArrowBackUp,
    danger: true,
    ask: ({ number }) => ({ title: t('withdraw.title', { number }), text: t('withdraw.text') }),
    run: ({ id, version }) => quoteWithdraw(id, { version }),
    done: ({ number }: QuoteRecord) => t('withdraw.done', { number }),
  },
]

/** Actions on a quote, in the list and on its page. */
export function useQuoteActions() {
  const { t } = useTranslation('quotes')
  const { can } = useProfile()
  const navigate = useNavigate()

  /** The draft of the quote, in the wizard. */
  async function ship({ id, version, service_id }: Quote) {
    try {
      const { data } = await quoteChoose(id, { service_id: service_id ?? '', version })
      const draft = data.shipment_id
      if (draft) await navigate({ href: paths['shipments.wizard']({ id: draft, step: 'origin' }) })
    } catch (error) {
      notify.failure(error)
    }
  }

  return useRecordActions<QuoteRecord, Quote>({
    actions: quoteActions(t, can['shipment.create'] === true, (quote) => void ship(quote)),
    refresh: refreshQuotes,
  })
}
