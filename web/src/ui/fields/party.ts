import type { DocumentKind } from './DocumentField'

/** Codes of the contract that forms decide by. */
export const BRAZIL = 32
export const PERSON = 1
export const COMPANY = 2
export const TAX_ID = 1
export const PASSPORT = 2

type Party = { country_id: number | null; person_type: 1 | 2; document_type: 1 | 2 | null }

/** Which number identifies this party. */
export function documentKind({ country_id, person_type, document_type }: Party): DocumentKind {
  if (country_id !== BRAZIL || document_type === PASSPORT) return 'other'
  return person_type === COMPANY ? 'cnpj' : 'cpf'
}
