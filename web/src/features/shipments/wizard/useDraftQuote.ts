import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '@/api/errors'
import { quoteChoose, quoteList, quoteShow, shipmentQuote } from '@/api/generated/endpoints/quotes/quotes'
import { shipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { ItemQuote, QuoteOptions } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import type { ShipmentFormModel } from '../form/fields'
import type { ShipmentValues } from '../form/values'
import { withoutBlanks } from '../form/values'

type Options = {
  id: string | undefined
  model: ShipmentFormModel
  /** The step or the summary shows prices. */
  wanted: boolean
  /** Runs after what is being saved. */
  enqueue(work: () => Promise<void>): Promise<void>
}

export type DraftQuote = ReturnType<typeof useDraftQuote>

/** Enough is known for a price: the way, and a weight. */
export const canBePriced = ({ from_country_id, to_country_id, declared_weight_g, parcels }: ShipmentValues) =>
  from_country_id !== null &&
  to_country_id !== null &&
  ((declared_weight_g ?? 0) > 0 || parcels.some(({ weight_g }) => (weight_g ?? 0) > 0))

const NO_OPTIONS: QuoteOptions = { pickup: false, handling: [], tax_programme: null, quote_currency: null }

/** The prices of the draft as it is saved; another draft is another quote. */
export function useDraftQuote({ id, model, wanted, enqueue }: Options) {
  const queryClient = useQueryClient()
  const { form, settle } = model
  const [changed, setOptions] = useState<QuoteOptions>()
  const last = useLastOptions(id, wanted)
  const options = changed ?? last.data ?? NO_OPTIONS
  const draftQuoteKey = ['draft-quote', id, pricedParts(form.values), options] as const
  const result = useQuery({
    queryKey: draftQuoteKey,
    // The step of the services says why there is no price; elsewhere it is only missing.
    queryFn: () => shipmentQuote(id ?? '', { options }, { quiet: true }),
    enabled: wanted && id !== undefined && !last.isPending && !form.isDirty(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
  })

  /** The draft gets the service with the price that is shown. */
  const chooseOf = (service_id: string) => async () => {
    const quote = queryClient.getQueryData<ItemQuote>(draftQuoteKey)?.data
    if (!id || !quote || form.getValues().service_id !== service_id) return
    try {
      const chosen = await quoteChoose(quote.id, { service_id, version: quote.version })
      queryClient.setQueryData(draftQuoteKey, chosen)
      const { data } = await shipmentShow(id)
      settle({ ...form.getInitialValues(), service_id }, { version: data.version })
    } catch (error) {
      notify.failure(error)
      if (codeOf(error) !== undefined) void queryClient.invalidateQueries({ queryKey: draftQuoteKey })
    }
  }

  return {
    quote: result.data?.data,
    error: result.error,
    isPending: last.isFetching || result.isFetching,
    retry: () => void result.refetch(),
    /** Whether the prices are those of the draft as it is. */
    isCurrent: result.isSuccess && !result.isPlaceholderData,
    options,
    setOptions: (options: QuoteOptions) => setOptions(options),
    choose(service_id: string, isPriced: boolean) {
      form.setFieldValue('service_id', service_id)
      if (isPriced) void enqueue(chooseOf(service_id))
    },
    /** Shows a quote that the server made of the same draft. */
    take: (quote: ItemQuote) => queryClient.setQueryData(draftQuoteKey, quote),
  }
}

/** Options of the last quote of the draft, from any device. */
function useLastOptions(id: string | undefined, wanted: boolean) {
  return useQuery({
    queryKey: ['draft-quote-options', id],
    queryFn: async () => {
      const { data } = await quoteList({ shipment_id: id ?? '', sort: '-created_at', per_page: 10 })
      const [last] = data
      return last ? ((await quoteShow(last.id)).data.shipment.options ?? NO_OPTIONS) : NO_OPTIONS
    },
    enabled: wanted && id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

const PLACE = ['country_id', 'state_id', 'postcode', 'city'] as const
const PARTS = [
  'contents_type',
  'currency',
  'declared_value',
  'declared_weight_g',
  'incoterm',
  'insurance_value',
  'to_person_type',
  'client_id',
  'partner_id',
] as const

/** The fields that decide the price. */
function pricedParts(values: ShipmentValues) {
  const { parcels, items } = withoutBlanks(values)
  return [
    ...(['from', 'to'] as const).flatMap((side) => PLACE.map((part) => values[`${side}_${part}`])),
    ...PARTS.map((part) => values[part]),
    ...parcels.map(({ key, ...parcel }) => parcel),
    ...items.map(({ hs_code, quantity, unit_value, origin_country_id }) => ({
      hs_code,
      quantity,
      unit_value,
      origin_country_id,
    })),
  ]
}
