import {
  type Applicant,
  type CurrentPerson,
  DocumentType,
  type Language,
  PersonType,
  type Registration,
} from '@/api/schema'
import type { Address } from '@/ui/fields/AddressFields'
import { isDay } from '@/ui/fields/birthday'
import { BRAZIL, documentKind } from '@/ui/fields/party'

/** The form. A text nobody typed is empty. */
export type RegisterValues = Address & {
  person_type: PersonType
  name: string
  document_type: DocumentType
  tax_id: string
  /** As typed: dd/mm/yyyy. */
  birthday: string
  phone: string
  trading_name: string
  br_ie: string
  responsible: string
  email: string
  password: string
  password_confirmation: string
  /** The versions that are accepted. */
  accepted_terms: number | null
  accepted_privacy: number | null
  /** The code of the client that sent them. */
  referral_code: string
}

export const emptyRegistration = (countryId: number): RegisterValues => ({
  person_type: PersonType.Person,
  name: '',
  document_type: DocumentType.TaxId,
  tax_id: '',
  birthday: '',
  phone: '',
  trading_name: '',
  br_ie: '',
  responsible: '',
  email: '',
  password: '',
  password_confirmation: '',
  accepted_terms: null,
  accepted_privacy: null,
  referral_code: '',
  country_id: countryId,
  postcode: null,
  address_1: null,
  address_2: null,
  address_number: null,
  address_complement: null,
  state_id: null,
  city: null,
})

export const isCompany = ({ person_type }: RegisterValues) => person_type === PersonType.Company

/** Which number is asked for. What was chosen for a person does not hold for a company. */
export const numberAsked = (values: RegisterValues) =>
  documentKind(isCompany(values) ? { ...values, document_type: DocumentType.TaxId } : values)

/** The state registration is asked of Brazilian companies alone. */
export const asksForIe = (values: RegisterValues) => isCompany(values) && values.country_id === BRAZIL

/** With what a provider says of somebody. */
export const begunRegistration = (
  countryId: number,
  person?: CurrentPerson,
  referralCode = '',
): RegisterValues => ({
  ...emptyRegistration(countryId),
  name: person?.name ?? '',
  email: person?.email ?? '',
  referral_code: referralCode,
})

/** The request, without fields that this kind of client does not have. */
export function applicantOf(values: RegisterValues, language: Language): Applicant {
  const { name, phone, postcode, address_1, city, state_id } = values
  const company = isCompany(values)
  return {
    person_type: values.person_type,
    name,
    document_type: company ? DocumentType.TaxId : values.document_type,
    tax_id: values.tax_id || undefined,
    birthday: !company && isDay(values.birthday) ? values.birthday : undefined,
    phone,
    trading_name: (company && values.trading_name) || undefined,
    br_ie: (asksForIe(values) && values.br_ie) || undefined,
    responsible: (company && values.responsible) || undefined,
    email: values.email.trim().toLowerCase(),
    country_id: values.country_id ?? 0,
    postcode: postcode ?? '',
    address_1: address_1 ?? '',
    address_2: values.address_2 || undefined,
    address_number: values.address_number || undefined,
    address_complement: values.address_complement || undefined,
    city: city ?? '',
    state_id: state_id ?? undefined,
    language,
    accepted_terms: values.accepted_terms ?? undefined,
    accepted_privacy: values.accepted_privacy ?? undefined,
    referral_code: values.referral_code.trim() || undefined,
  }
}

export const registrationOf = (values: RegisterValues, language: Language): Registration => ({
  ...applicantOf(values, language),
  password: values.password,
  password_confirmation: values.password_confirmation,
})
