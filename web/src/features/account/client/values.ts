import type { ClientDetails } from '@/api/schema'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf } from '@/ui/fields/address'

/** The form. A text nobody typed is null. */
export type ClientValues = Address & {
  responsible: string | null
  email: string | null
  phone: string | null
  version: number
}

export const valuesOf = (client: ClientDetails): ClientValues => ({
  ...addressOf(client),
  responsible: client.responsible,
  email: client.email,
  phone: client.phone,
  version: client.version,
})

/** The request. The rules of the form have asked for country and city. */
export const updateOf = (values: ClientValues) => ({
  ...values,
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
})
