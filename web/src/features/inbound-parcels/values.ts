import type { InboundParcel, InboundParcelUpdate } from '@/api/schema'

export type InboundParcelValues = {
  client_id: string | null
  warehouse_id: string | null
  external_code: string | null
  carrier: string | null
  from_country_id: number | null
  shop: string | null
  order_ref: string | null
  content: string | null
  value: string | null
  currency: string | null
  version?: number
}

/** A new announcement; the only warehouse is chosen. */
export const emptyInboundParcel = (
  client_id: string | null,
  warehouse_id: string | null,
  currency: string | null,
): InboundParcelValues => ({
  client_id,
  warehouse_id,
  external_code: null,
  carrier: null,
  from_country_id: null,
  shop: null,
  order_ref: null,
  content: null,
  value: null,
  currency,
})

export const valuesOf = (parcel: InboundParcel): InboundParcelValues => ({
  client_id: parcel.client_id,
  warehouse_id: parcel.warehouse_id,
  external_code: parcel.external_code,
  carrier: parcel.carrier,
  from_country_id: parcel.from_country_id,
  shop: parcel.shop,
  order_ref: parcel.order_ref,
  content: parcel.content,
  value: parcel.value,
  currency: parcel.currency,
  version: parcel.version,
})

export const detailsOf = ({
  version: _,
  client_id: _client,
  currency,
  ...values
}: InboundParcelValues): Omit<InboundParcelUpdate, 'version'> => ({
  ...values,
  // The form is not sent without these.
  warehouse_id: values.warehouse_id ?? '',
  external_code: values.external_code ?? '',
  currency: values.value ? currency : null,
})
