import type { DeliveryDetails, DeliveryUpdate, ProofKind } from '@/api/schema'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf } from '@/ui/fields/address'
import { readPlace, writePlace } from '@/ui/fields/coordinates'

/** All fields there, unset ones null. A place is typed as maps show it: two numbers in one text. */
export type DeliveryValues = Address & {
  on_date: string | null
  recipient_name: string | null
  phone: string | null
  coordinates: string | null
  from_time: string | null
  to_time: string | null
  instructions: string | null
  max_attempts: number | null
  proof: ProofKind[]
  cod_due: string | null
  cod_currency: string | null
  version?: number
}

export const valuesOf = (delivery: DeliveryDetails): DeliveryValues => ({
  ...addressOf(delivery),
  on_date: delivery.on_date,
  recipient_name: delivery.recipient_name,
  phone: delivery.phone,
  coordinates: writePlace(delivery.latitude, delivery.longitude),
  from_time: delivery.from_time,
  to_time: delivery.to_time,
  instructions: delivery.instructions,
  max_attempts: delivery.max_attempts,
  proof: delivery.proof,
  cod_due: delivery.cod_due,
  cod_currency: delivery.cod_currency,
  version: delivery.version,
})

export const inputOf = ({
  coordinates,
  version: _,
  ...values
}: DeliveryValues): Omit<DeliveryUpdate, 'version'> => ({
  ...values,
  ...readPlace(coordinates),
  // The form is not sent without these.
  on_date: values.on_date ?? '',
  recipient_name: values.recipient_name ?? '',
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
  max_attempts: values.max_attempts ?? 1,
  cod_currency: values.cod_due === null ? null : values.cod_currency,
})
