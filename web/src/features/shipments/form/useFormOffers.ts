import { useDebouncedValue } from '@mantine/hooks'
import { useQuoteCalculate, useShipmentCharges } from '@/api/generated/endpoints/quotes/quotes'
import type { QuoteInput, QuoteOffer } from '@/api/schema'
import { useProfile } from '@/context/session'
import { priceInputOf } from './price-input'
import type { ShipmentValues } from './values'

/** While somebody types, no price is asked for. */
const TYPING_MS = 600
const STALE_MS = 60_000

const NOTHING: QuoteInput = {
  origin: { country_id: 0 },
  destination: { country_id: 0 },
  parcels: [],
  items: [],
  saved: false,
}

/**
 * Today's offers for the shipment as the form has it, saved or not. None while they are not known. `charged` is the id of a
 * shipment that has a price: its options and its currency stay.
 */
export function useFormOffers(values: ShipmentValues, charged?: string): QuoteOffer[] {
  const { can } = useProfile()
  const charges = useShipmentCharges(charged ?? '', { query: { enabled: charged !== undefined } })
  const kept = charged === undefined ? null : charges.data?.data.options
  const written = JSON.stringify((kept !== undefined && priceInputOf(values, kept)) || null)
  const [settled] = useDebouncedValue(written, TYPING_MS)
  const input = JSON.parse(settled) as QuoteInput | null
  const { data } = useQuoteCalculate(input ?? NOTHING, {
    query: { enabled: can['quote.create'] === true && input !== null, staleTime: STALE_MS, retry: false },
    request: { quiet: true },
  })
  // The price of other values is none of these.
  return input !== null && settled === written ? (data?.data.offers ?? []) : []
}
