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
