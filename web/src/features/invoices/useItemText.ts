import { useTranslation } from 'react-i18next'
import type { InvoiceItemDetails } from '@/api/schema'
import { localeText } from '@/ui/locale-text'

/** Reasons of a charge that are worth a word; the price of a new shipment is none. */
const TOLD = ['shipment_cancelled', 'shipment_reweighed', 'shipment_repriced'] as const

/** 'Weighed again · Express · Ana Lima, Lisboa, PT': what an item is about. */
export function useItemText() {
  const { t, i18n } = useTranslation('invoices')
  return ({ kind, service, reference, to_name, to_city, to_country }: InvoiceItemDetails) => {
    const told = TOLD.find((one) => one === kind)
    return [
      told && t(`kind.${told}`),
      service && localeText(service, i18n.language),
      [to_name, to_city, to_country].filter(Boolean).join(', '),
      reference,
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
