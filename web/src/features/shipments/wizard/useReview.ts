import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '@/api/errors'
import type { QuoteOffer, Shipment } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { askPickupOf } from '../ask-pickup'
import { useConfirmation } from '../confirm/useConfirmation'
import type { ShipmentFormModel } from '../form/fields'
import type { SaveState } from './useAutosave'
import type { DraftQuote } from './useDraftQuote'

type Options = {
  model: ShipmentFormModel
  saveState: SaveState
  quote: DraftQuote
  offer: QuoteOffer | undefined
}
type Subject = Pick<Shipment, 'id' | 'version'>

export type Review = ReturnType<typeof useReview>

/** Confirms what the last step shows, at its price. */
export function useReview({ model, saveState, quote, offer }: Options) {
  const { t } = useTranslation(['shipment-wizard', 'shipments'])
  const format = useFormat()
  const total = offer?.total
  const navigate = useNavigate()
  const { menu, can } = useProfile()
  const subject = useRef<Subject>(undefined)
  const isShort = useRef(false)
  const confirmation = useConfirmation({
    onConfirmed({ id }) {
      notify.success(t('shipments:confirm.done'))
      // Who wants the parcels to be picked up says when at once; everybody else finds the way on the shipment's page.
      const asks = quote.options.pickup && menu.pickups === true && can['pickup.create'] === true
      void navigate({ href: asks ? askPickupOf(id) : paths['shipments.show']({ id }) })
    },
    onRefused(error) {
      isShort.current = codeOf(error) === 'insufficient_funds'
      model.reject(error)
    },
  })
  const { change, isPending, payment, choosePayment, forget, accept } = confirmation
  return {
    /** How the client pays. */
    payment,
    choosePayment,
    label: total ? t('confirmAt', { total: format.money(total.amount, total.currency) }) : t('confirm'),
    /** The price is on its way: nobody confirms one that was not shown. */
    awaits: !quote.isCurrent && (quote.isPending || saveState === 'saving') ? t('priceFirst') : undefined,
    /** The money is there by now, or on its way: the refusal for want of it goes. */
    forgetShortage() {
      if (isShort.current) model.clearFailure()
      isShort.current = false
    },
    async confirm({ id, version }: Subject) {
      if (quote.error !== null) return model.reject(quote.error)
      // Values that were typed since have another price.
      if (!quote.isCurrent) return notify.info(t('priceFirst'))
      subject.current = { id, version }
      await confirmation.confirm(subject.current, quote.quote?.id ?? null)
    },
    /** The question when the price is another one by now. */
    changed: {
      change,
      isPending,
      onClose() {
        forget()
        quote.retry()
      },
      onAccept: () => void (subject.current && accept(subject.current, quote.options)),
    },
  }
}
