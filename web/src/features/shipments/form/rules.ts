import type { TFunction } from 'i18next'
import * as party from '@/ui/fields/party'
import { isCnpj, isCpf } from '@/ui/fields/tax-id'
import { type ItemRow, isBlankItem, type ShipmentValues, type Side } from './values'

type Texts = TFunction<['codes', 'common']>

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const AMOUNTS = ['declared_value', 'freight_declared', 'insurance_value'] as const

/** Which number identifies this party. */
export const documentKind = (values: ShipmentValues, side: Side) =>
  party.documentKind({
    country_id: values[`${side}_country_id`],
    person_type: values[`${side}_person_type`],
    document_type: values[`${side}_document_type`],
  })

/** Checks of the client by path of the field. The server has the same rules, and more. */
export function shipmentErrors(values: ShipmentValues, t: Texts): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const side of ['from', 'to'] as const) checkSide(values, side, errors, t)
  values.items.forEach((item, at) => {
    if (!isBlankItem(item)) checkItem(item, `items.${at}`, errors, t)
  })
  const hasAmount = AMOUNTS.some((name) => values[name]) || values.items.some((item) => item.unit_value)
  if (hasAmount && !values.currency) errors.currency = t('codes:required')
  return errors
}

function checkSide(values: ShipmentValues, side: Side, errors: Record<string, string>, t: Texts) {
  const document = values[`${side}_document`]
  const kind = documentKind(values, side)
  if (document && kind === 'cpf' && !isCpf(document)) errors[`${side}_document`] = t('codes:invalid_cpf')
  if (document && kind === 'cnpj' && !isCnpj(document)) errors[`${side}_document`] = t('codes:invalid_cnpj')
  const email = values[`${side}_email`]?.trim()
  if (email && !EMAIL.test(email)) errors[`${side}_email`] = t('codes:invalid_email')
}

function checkItem(item: ItemRow, path: string, errors: Record<string, string>, t: Texts) {
  if (!item.description.trim()) errors[`${path}.description`] = t('codes:required')
  if (!item.quantity) errors[`${path}.quantity`] = t('codes:required')
  else if (Number(item.quantity) <= 0) errors[`${path}.quantity`] = t('codes:too_small', { min: 1 })
  if (item.hs_code && !isTariffCode(item.hs_code)) errors[`${path}.hs_code`] = t('codes:invalid_hs_code')
}

/** Six, eight or ten digits. An odd number has lost the zero of its chapter, unless its first group is whole. */
function isTariffCode(text: string): boolean {
  const [heading = '', ...rest] = text.trim().split(/[-.\s]+/)
  const digits = [heading, ...rest].join('')
  const lostZero = digits.length % 2 === 1 && (rest.length === 0 || heading.length === 3)
  return /^(\d{6}|\d{8}|\d{10})$/.test(lostZero ? `0${digits}` : digits)
}

/** Fields without which nothing is shipped, in the order of the form. The server decides; this shows it early. */
export const NEEDED = [
  'from_name',
  'from_country_id',
  'from_address_1',
  'from_city',
  'to_name',
  'to_country_id',
  'to_address_1',
  'to_city',
  'to_document',
  'declared_weight_g',
  'contents_type',
  'items',
  'service_id',
  'declared_value',
] as const

export type Needed = (typeof NEEDED)[number]

/** Whether a country needs the recipient's tax number. */
export type NeedsDocument = (countryId: number | null) => boolean

export const missingOf = (values: ShipmentValues, needsDocument: NeedsDocument): Needed[] =>
  NEEDED.filter((name) => !isThere(values, name, needsDocument))

function isThere(values: ShipmentValues, name: Needed, needsDocument: NeedsDocument) {
  if (name === 'items') return values.items.some((item) => !isBlankItem(item))
  if (name === 'to_document' && !needsDocument(values.to_country_id)) return true
  if (name === 'declared_weight_g') return weighs(values)
  const value = values[name]
  return typeof value === 'string' ? value.trim() !== '' : value !== null
}

/** Declared as a whole, or known of every parcel. */
function weighs({ declared_weight_g, parcels }: ShipmentValues) {
  if ((declared_weight_g ?? 0) > 0) return true
  return parcels.length > 0 && parcels.every((parcel) => (parcel.weight_g ?? 0) > 0)
}
