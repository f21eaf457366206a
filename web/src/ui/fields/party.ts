import { DocumentType, PersonType } from '@/api/schema'
import type { PartyDocumentKind } from './DocumentField'
import { taxIdText } from './tax-id'

/** Ids of the countries with rules or formats of their own. */
export const BRAZIL = 32
export const UNITED_STATES = 238

type Party = { country_id: number | null; person_type: PersonType; document_type: DocumentType | null }

/** Which number identifies this party. */
export function documentKind({ country_id, person_type, document_type }: Party): PartyDocumentKind {
  if (country_id !== BRAZIL || document_type === DocumentType.Passport) return 'other'
  return person_type === PersonType.Company ? 'cnpj' : 'cpf'
}

/** A stored number as people write it: those of Brazil with their marks. */
export const documentText = (document: string | null | undefined, country_id: number | null | undefined) =>
  document && country_id === BRAZIL ? taxIdText(document) : document
