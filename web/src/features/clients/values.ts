import {
  type Client,
  type ClientEmail,
  type ClientInput,
  type ClientPhone,
  DocumentType,
  type KycStatus,
  PersonType,
} from '@/api/schema'
import type { Language } from '@/i18n'
import type { PartyValues } from '@/shared/party/PartyFields'
import type { Address } from '@/ui/fields/AddressFields'
import { addressOf, NO_ADDRESS } from '@/ui/fields/address'

/** All fields there, unset ones null. */
export type ClientValues = Address &
  PartyValues & {
    code: string | null
    responsible: string | null
    ie: string | null
    birthday: string | null
    emails: ClientEmail[]
    phones: ClientPhone[]
    group_id: string | null
    /** Title of the group, for a group that is no longer offered. */
    group_title: string | null
    language: Language | null
    currency: string | null
    payment_terms_days: number | null
    min_remaining_days: number | null
    default_service_id: string | null
    tags: string[]
    kyc_status: KycStatus
    suite_code: string | null
    notes: string | null
    version?: number
  }

/** A new client stands where the company does. */
export const emptyClient = (country_id: number): ClientValues => ({
  ...NO_ADDRESS,
  country_id,
  code: null,
  person_type: PersonType.Company,
  name: null,
  trading_name: null,
  responsible: null,
  document_type: DocumentType.TaxId,
  document: null,
  ie: null,
  birthday: null,
  email: null,
  phone: null,
  emails: [],
  phones: [],
  group_id: null,
  group_title: null,
  language: null,
  currency: null,
  payment_terms_days: null,
  min_remaining_days: null,
  default_service_id: null,
  tags: [],
  kyc_status: 'pending',
  suite_code: null,
  notes: null,
})

export const valuesOf = (client: Client): ClientValues => ({
  ...addressOf(client),
  code: client.code,
  person_type: client.person_type,
  name: client.name,
  trading_name: client.trading_name,
  responsible: client.responsible,
  document_type: client.document_type,
  document: client.document,
  ie: client.ie,
  birthday: client.birthday,
  email: client.email,
  phone: client.phone,
  emails: client.emails,
  phones: client.phones,
  group_id: client.group_id,
  group_title: client.group_title,
  language: client.language,
  currency: client.currency,
  payment_terms_days: client.payment_terms_days,
  min_remaining_days: client.min_remaining_days,
  default_service_id: client.default_service_id,
  tags: client.tags,
  kyc_status: client.kyc_status,
  suite_code: client.suite_code,
  notes: client.notes,
  version: client.version,
})

/** The server drops what does not fit the kind of client. */
export const inputOf = ({ version: _, group_title: __, ...values }: ClientValues): ClientInput => ({
  ...values,
  birthday: values.person_type === PersonType.Person ? values.birthday : null,
  // The form is not sent without these.
  name: values.name ?? '',
  country_id: values.country_id ?? 0,
  city: values.city ?? '',
})
