import type { AccountAddress, AccountAddressInput } from '@/api/schema'
import type { Address } from '@/ui/fields/AddressFields'

/** The form. A text nobody typed is empty. */
export type AddressValues = Address & { label: string; is_default: boolean; version: number | undefined }

export const emptyAddress = (countryId: number): AddressValues => ({
  label: '',
  country_id: countryId,
  postcode: null,
  address_1: null,
  address_2: null,
  address_number: null,
  address_complement: null,
  state_id: null,
  city: null,
  is_default: false,
  version: undefined,
})

export const valuesOf = (address: AccountAddress): AddressValues => ({
  label: address.label,
  country_id: address.country_id,
  postcode: address.postcode,
  address_1: address.address_1,
  address_2: address.address_2,
  address_number: address.address_number,
  address_complement: address.address_complement,
  state_id: address.state_id,
  city: address.city,
  is_default: address.is_default,
  version: address.version,
})

export const addressOf = ({ version, ...values }: AddressValues): AccountAddressInput => ({
  ...values,
  country_id: values.country_id ?? 0,
  postcode: values.postcode ?? '',
  address_1: values.address_1 ?? '',
  city: values.city ?? '',
})
