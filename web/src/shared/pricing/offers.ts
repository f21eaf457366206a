import type { QuoteOffer } from '@/api/schema'

export type OfferMark = 'cheapest' | 'fastest'

export const isPriced = ({ total }: QuoteOffer) => total !== null

/** Whether the company has no price table for the service, and nothing else speaks against the shipment. */
export const hasNoTable = ({ refused }: QuoteOffer) => refused.every(({ code }) => code === 'no_table')

/** The lowest price and the shortest transit, where there is something to compare. */
export function marksOf(offers: readonly QuoteOffer[]): Map<string, OfferMark[]> {
  const priced = offers.filter(isPriced)
  const marks = new Map<string, OfferMark[]>()
  if (priced.length < 2) return marks
  const mark = (mark: OfferMark, value: (offer: QuoteOffer) => number) => {
    const least = Math.min(...priced.map(value))
    const [one, ...others] = priced.filter((offer) => value(offer) === least)
    if (!one || others.length > 0 || !Number.isFinite(least)) return
    marks.set(one.service_id, [...(marks.get(one.service_id) ?? []), mark])
  }
  mark('cheapest', ({ total }) => Number(total?.amount))
  mark('fastest', (offer) => offer.transit_max_days ?? offer.transit_min_days ?? Number.POSITIVE_INFINITY)
  return marks
}
