import { useTranslation } from 'react-i18next'
import type { InvoiceItem, InvoiceItemDetails } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { localeText } from '@/ui/locale-text'

/** Reasons of a charge that are worth a word; the price of a new shipment is none. */
const TOLD = [
  'shipment_cancelled',
  'shipment_reweighed',
  'shipment_repriced',
  'parcels_handled',
  'pickup_cancelled',
] as const

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

/** '3 × R$ 12,50 · Exempt': what stands below an item that staff added. */
export function useOwnItemText() {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  return ({ details: { quantity, unit_price, tax_note } }: InvoiceItem, currency: string) => {
    const isSeveral = quantity !== null && unit_price !== null && Number(quantity) !== 1
    const units =
      isSeveral &&
      t('item.units', {
        quantity: format.number(Number(quantity)),
        price: format.money(unit_price, currency),
      })
    return [units, tax_note].filter(Boolean).join(' · ')
  }
}
