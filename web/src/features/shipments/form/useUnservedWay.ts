import { useTranslation } from 'react-i18next'
import { useQuoteCalculate } from '@/api/generated/endpoints/quotes/quotes'
import type { QuoteOffer } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import type { ShipmentValues } from './values'

/** Reasons that no other weight and no other contents would remove. */
const OF_THE_WAY = new Set<string>(['destination_not_served', 'origin_not_served', 'direction_not_served'])

const STALE_MS = 300_000

const isRefused = ({ refused }: QuoteOffer) => refused.some(({ code }) => OF_THE_WAY.has(code))

type Way = Pick<ShipmentValues, 'from_country_id' | 'to_country_id' | 'client_id'>

/** Says at the country that no service goes there, by the offers for a light parcel. Nothing while it is not known. */
export function useUnservedWay({ from_country_id: from, to_country_id: to, client_id }: Way) {
  const { t } = useTranslation('shipment-form')
  const { can } = useProfile()
  const { config } = useSite()
  const country = useCountryName()
  const input = {
    ...(client_id && { client_id }),
    origin: { country_id: from ?? config.country_id },
    destination: { country_id: to ?? config.country_id },
    parcels: [{ pieces: 1, weight: '0.1', weight_unit: 'kg' as const }],
    items: [],
    saved: false,
  }
  const isAsked = can['quote.create'] === true && from !== null && to !== null
  const { data } = useQuoteCalculate(input, {
    query: { enabled: isAsked, staleTime: STALE_MS, retry: false },
    request: { quiet: true },
  })
  const offers = isAsked ? (data?.data.offers ?? []) : []
  if (offers.length === 0 || !offers.every(isRefused)) return undefined
  return t('unserved', { from: country(from), to: country(to) })
}
