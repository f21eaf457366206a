import type { Account, AccountUpdate, DocumentType } from '@/api/schema'
import { isDay } from '@/ui/fields/birthday'

export const PHONES = ['phone_whatsapp', 'phone_work', 'phone_house', 'phone_fax'] as const

/** The form. A text nobody typed is empty. */
export type GeneralValues = {
  name: string
  company_position: string
  document_type: DocumentType
  document: string
  /** A day of the API; the typed text while it is not a day. */
  birthday: string
  phone_house: string
  phone_work: string
  phone_fax: string
  phone_whatsapp: string
  language_id: Account['language_id']
  preferred_timezone_id: string
  prefered_weight_unit: Account['prefered_weight_unit']
  prefered_size_unit: Account['prefered_size_unit']
  label_format: Account['label_format']
  version: number
}

export const valuesOf = (account: Account): GeneralValues => ({
  name: account.name,
  company_position: account.company_position ?? '',
  document_type: account.document_type,
  document: account.document ?? '',
  birthday: account.birthday ?? '',
  phone_house: account.phone_house ?? '',
  phone_work: account.phone_work ?? '',
  phone_fax: account.phone_fax ?? '',
  phone_whatsapp: account.phone_whatsapp ?? '',
  language_id: account.language_id,
  preferred_timezone_id: account.preferred_timezone_id,
  prefered_weight_unit: account.prefered_weight_unit,
  prefered_size_unit: account.prefered_size_unit,
  label_format: account.label_format,
  version: account.version,
})

/** The request: an empty text clears the field. */
export const updateOf = ({ birthday, ...values }: GeneralValues): AccountUpdate => ({
  ...values,
  birthday: isDay(birthday) ? birthday : '',
  remove_picture: false,
})
