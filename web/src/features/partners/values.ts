import { DocumentType, type Partner, type PartnerInput, PersonType } from '@/api/schema'
import type { PartyValues } from '@/shared/party/PartyFields'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf, NO_ADDRESS } from '@/ui/fields/address'

/** All fields there, unset ones null. */
export type PartnerValues = Address & PartyValues & { version?: number }

/** A new partner stands where the company does. */
export const emptyPartner = (country_id: number): PartnerValues => ({
  ...NO_ADDRESS,
  country_id,
  person_type: PersonType.Company,
  name: null,
  trading_name: null,
  document_type: DocumentType.TaxId,
  document: null,
  email: null,
  phone: null,
})

export const valuesOf = (partner: Partner): PartnerValues => ({
  ...addressOf(partner),
  person_type: partner.person_type,
  name: partner.name,
  trading_name: partner.trading_name,
  document_type: partner.document_type,
  document: partner.document,
  email: partner.email,
  phone: partner.phone,
  version: partner.version,
})

/** A company has no other document than its tax number, and only a company has a trading name. */
export const inputOf = ({ version: _, ...values }: PartnerValues): PartnerInput => ({
  ...values,
  trading_name: values.person_type === PersonType.Company ? values.trading_name : null,
  document_type: values.person_type === PersonType.Company ? DocumentType.TaxId : values.document_type,
  // The form is not sent without these.
  name: values.name ?? '',
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
})
