import type { TFunction } from 'i18next'
import type { Address } from './AddressFields'
import { BRAZIL } from './party'

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
