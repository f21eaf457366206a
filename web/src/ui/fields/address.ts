import type { TFunction } from 'i18next'
import type { Address } from './AddressFields'
import { BRAZIL } from './party'

export const NO_ADDRESS: Address = {
  country_id: null,
  postcode: null,
  address_1: null,
  address_2: null,
  address_number: null,
  address_complement: null,
  state_id: null,
  city: null,
}

/** The address of a record that holds it field by field. */
export const addressOf = (record: Address): Address => ({
  country_id: record.country_id,
  postcode: record.postcode,
  address_1: record.address_1,
  address_2: record.address_2,
  address_number: record.address_number,
  address_complement: record.address_complement,
  state_id: record.state_id,
  city: record.city,
})

const plain = (text: string | null | undefined) =>
  (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** The state, unless it has the name of the city: 'Lisboa, Lisboa'. */
export const stateBeside = (city: string | null | undefined, state: string | null | undefined) =>
  state && plain(city) !== plain(state) ? state : null

const CEP = /^\d{5}-?\d{3}$/

/** Fields without which an address is none; the state where the country has any. */
export const neededOf = (hasStates: boolean) =>
  hasStates
    ? (['country_id', 'postcode', 'address_1', 'state_id', 'city'] as const)
    : (['country_id', 'postcode', 'address_1', 'city'] as const)

export const problemOfPostcode = (
  { country_id, postcode }: Pick<Address, 'country_id' | 'postcode'>,
  t: TFunction<['codes']>,
) => (country_id === BRAZIL && !CEP.test(postcode?.trim() ?? '') ? t('codes:invalid_postcode') : undefined)
