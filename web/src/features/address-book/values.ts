import { DocumentType, PersonType, type SavedAddress, type SavedAddressInput } from '@/api/schema'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf, NO_ADDRESS } from '@/ui/fields/address'

/** All fields there, unset ones null. */
export type AddressValues = Address & {
  client_id: string | null
  /** Shown in the client's field; never sent. */
  client_label: string | null
  person_type: PersonType
  name: string | null
  trading_name: string | null
  responsible: string | null
  document_type: DocumentType
  document: string | null
  ie: string | null
  email: string | null
  phone: string | null
  version?: number
}

export const emptyAddress = (): AddressValues => ({
  ...NO_ADDRESS,
  client_id: null,
  client_label: null,
  person_type: PersonType.Person,
  name: null,
  trading_name: null,
  responsible: null,
  document_type: DocumentType.TaxId,
  document: null,
  ie: null,
  email: null,
  phone: null,
})

export const valuesOf = (saved: SavedAddress): AddressValues => ({
  ...addressOf(saved),
  client_id: saved.client_id,
  client_label: saved.client_name,
  person_type: saved.person_type,
  name: saved.name,
  trading_name: saved.trading_name,
  responsible: saved.responsible,
  document_type: saved.document_type,
  document: saved.document,
  ie: saved.ie,
  email: saved.email,
  phone: saved.phone,
  version: saved.version,
})

export const inputOf = ({ version: _, client_label: __, ...values }: AddressValues): SavedAddressInput => ({
  ...values,
  // The form is not sent without these.
  name: values.name ?? '',
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
})
