import type { i18n } from 'i18next'
import type { AuditChange } from '@/api/schema'
import type { Format } from '@/ui/format'
import { listed, named } from '@/ui/wording'
import { bareName, fieldName, valueText } from './names'

export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const AMOUNTS = [
  'amount',
  'claimed_amount',
  'decided_amount',
  'declared_value',
  'freight_declared',
  'insurance_value',
  'open_amount',
  'paid',
  'total',
  'unit_value',
  'value',
]

type Reader = { i18n: i18n; format: Format; currency: string | undefined; resource?: string }

/** Any value in words: parts of a list with commas, fields of a record with their names. */
export function plainText(reader: Reader, field: string, value: unknown): string {
  const { i18n, format, resource } = reader
  if (typeof value === 'boolean') return i18n.t(value ? 'activity:yes' : 'activity:no')
  if (Array.isArray(value)) return listed(value.map((part) => plainText(reader, field, part)))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, part]) => !isEmpty(part))
      .map(([name, part]) => named(fieldName(i18n, name, resource), plainText(reader, name, part)))
      .join(' · ')
  }
  if (!isPlain(value)) return ''
  if (AMOUNTS.includes(bareName(field))) return amount(reader, Number(value))
  if (MOMENT.test(String(value))) return format.dateTime(String(value))
  if (DAY.test(String(value))) return format.day(String(value))
  return valueText(i18n, format, field, value, resource)
}

/** Without a currency in the entry, the number alone: a guess would be wrong. */
const amount = ({ format, currency }: Reader, value: number) =>
  currency
    ? format.money(value, currency)
    : new Intl.NumberFormat(format.preferences.locale, { minimumFractionDigits: 2 }).format(value)

/** The currency that the entry names. */
export function currencyOf(changes: AuditChange[]) {
  const found = changes.find(({ field }) => bareName(field) === 'currency')
  const value = found?.after ?? found?.before
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined
}

/** Numbers and keys of the programs. */
const MUTE = ['version', 'scope_key', 'content_hash']

/** Without what says nothing to people: a field that stayed empty, the id of a process or of something without a name. */
export const readable = (changes: AuditChange[]) =>
  changes.filter(
    ({ field, before, after, before_name, after_name }) =>
      !MUTE.includes(field) &&
      !(isEmpty(before) && isEmpty(after)) &&
      !(
        ID.test(String(after ?? before)) &&
        !before_name &&
        !after_name &&
        !LOOKED_UP.includes(bareName(field))
      ),
  )

/** Ids whose names the web looks up. */
const LOOKED_UP = ['service_id']
