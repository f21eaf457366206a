import type { DocumentType, Partner, PartnerInput, PersonType } from '@/api/schema'
import { COMPANY, TAX_ID } from '@/ui/fields/party'

/** All fields there, unset ones null; the country is one only once it is chosen. */
export type PartnerValues = {
  person_type: PersonType
  name: string
  trading_name: string | null
  document_type: DocumentType
  document: string | null
  email: string | null
  phone: string | null
  country_id: number | null
  postcode: string | null
  address_1: string | null
  address_2: string | null
  address_number: string | null
  address_complement: string | null
  state_id: number | null
  city: string | null
  version?: number
}

/** A new partner stands where the company does, until somebody says otherwise. */
export const emptyPartner = (countryId: number): PartnerValues => ({
  person_type: COMPANY,
  name: '',
  trading_name: null,
  document_type: TAX_ID,
  document: null,
  email: null,
  phone: null,
  country_id: countryId,
  postcode: null,
  address_1: null,
  address_2: null,
  address_number: null,
  address_complement: null,
  state_id: null,
  city: null,
})

export const valuesOf = (partner: Partner): PartnerValues => ({
  person_type: partner.person_type,
  name: partner.name,
  trading_name: partner.trading_name,
  document_type: partner.document_type,
  document: partner.document,
  email: partner.email,
  phone: partner.phone,
  country_id: partner.country_id,
  postcode: partner.postcode,
  address_1: partner.address_1,
  address_2: partner.address_2,
  address_number: partner.address_number,
  address_complement: partner.address_complement,
  state_id: partner.state_id,
  city: partner.city,
  version: partner.version,
})

/** What only people or only companies have goes along with the kind that has it. */
export const inputOf = ({ version: _, country_id, city, ...values }: PartnerValues): PartnerInput => ({
  ...values,
  trading_name: values.person_type === COMPANY ? values.trading_name : null,
  document_type: values.person_type === COMPANY ? TAX_ID : values.document_type,
  // The form is not sent without one.
  country_id: country_id ?? 0,
  city: city ?? '',
})
