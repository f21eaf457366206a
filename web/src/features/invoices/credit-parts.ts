import type { Invoice, InvoiceItem } from '@/api/schema'
import { sumsOf } from '@/ui/sums'

export type Part = 'service' | 'tax'

/** Items that can be taken back, and how much at most. */
export type Credited = { item: InvoiceItem; part: Part; most: string }

const minus = (amount: string, taken: string, currency: string) =>
  sumsOf([
    { amount, currency },
    { amount: `-${taken}`, currency },
  ])[0]?.amount ?? '0'

const lesser = (one: string, other: string) => (Number(one) <= Number(other) ? one : other)

export function partsOf({ items, currency }: Invoice): Credited[] {
  return items.flatMap((item) => {
    const service = lesser(minus(item.service_amount, item.credited_service, currency), item.creditable)
    const tax = minus(item.tax_amount, item.credited_tax, currency)
    const taken = Number(service) > 0 ? service : '0'
    const parts: Credited[] = [
      { item, part: 'service', most: service },
      { item, part: 'tax', most: lesser(tax, minus(item.creditable, taken, currency)) },
    ]
    return parts.filter(({ most }) => Number(most) > 0)
  })
}
