import type { TFunction } from 'i18next'
import type { LegalTextInForce, PasswordRule } from '@/api/schema'
import { neededOf, problemOfPostcode } from '@/ui/fields/address'
import { problemOfBirthday } from '@/ui/fields/birthday'
import { isCnpj, isCpf } from '@/ui/fields/tax-id'
import { passwordProblem } from '@/ui/form/password-rule'
import { isCompany, numberAsked, type RegisterValues } from './values'

type Texts = TFunction<['codes']>
type Field = keyof RegisterValues
type Errors = Partial<Record<Field, string>>

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+\d{7,15}$/

/** Circumstances of the checks besides the values. */
export type Circumstances = {
  /** True when the country has states. */
  hasStates: boolean
  /** The day of the company. */
  today: string
  /** Undefined for users of a provider, who have no password. */
  passwordRule: PasswordRule | undefined
  /** Terms and privacy notice in force. */
  legal?: LegalTextInForce[]
}

/** Checks of the client, in the order of the form. The server has the same rules. */
export function registerErrors(values: RegisterValues, of: Circumstances, t: Texts): Errors {
  const errors: Errors = {}
  const needed: Field[] = ['name', 'phone', ...neededOf(of.hasStates), 'email']
  const isMissing = (field: Field) => needed.includes(field) && !String(values[field] ?? '').trim()
  const check = (field: Field, problem: string | undefined) => {
    if (isMissing(field)) errors[field] = t('codes:required')
    else if (problem) errors[field] = problem
  }
  check('name', undefined)
  check('tax_id', documentProblem(values, t))
  check('birthday', birthdayProblem(values, of.today, t))
  check('phone', PHONE.test(values.phone) ? undefined : t('codes:invalid_phone'))
  check('country_id', undefined)
  check('postcode', problemOfPostcode(values, t))
  for (const field of ['address_1', 'state_id', 'city'] as const) check(field, undefined)
  check('email', EMAIL.test(values.email.trim()) ? undefined : t('codes:invalid_email'))
  const ofPassword = of.passwordRule ? passwordErrors(values, of.passwordRule, t) : {}
  return { ...errors, ...ofPassword, ...consentErrors(values, of.legal ?? [], t) }
}

function consentErrors(values: RegisterValues, legal: LegalTextInForce[], t: Texts): Errors {
  const errors: Errors = {}
  for (const { kind, version, asks } of legal) {
    const field = `accepted_${kind}` as const
    if (asks && values[field] !== version) errors[field] = t('codes:consent_required')
  }
  return errors
}

function passwordErrors(values: RegisterValues, rule: PasswordRule, t: Texts): Errors {
  const { password, password_confirmation } = values
  const errors: Errors = {}
  const problem = passwordProblem(password, rule)
  if (problem) errors.password = t(`codes:${problem}`, { min: rule.min_length })
  if (!password_confirmation) errors.password_confirmation = t('codes:required')
  else if (password_confirmation !== password) errors.password_confirmation = t('codes:confirmation_differs')
  return errors
}

function documentProblem(values: RegisterValues, t: Texts) {
  const kind = numberAsked(values)
  if (!values.tax_id) return undefined
  if (kind === 'cpf' && !isCpf(values.tax_id)) return t('codes:invalid_cpf')
  if (kind === 'cnpj' && !isCnpj(values.tax_id)) return t('codes:invalid_cnpj')
  return undefined
}

/** Only persons have a birthday. */
const birthdayProblem = (values: RegisterValues, today: string, t: Texts) =>
  isCompany(values) ? undefined : problemOfBirthday(values.birthday, today, t)
