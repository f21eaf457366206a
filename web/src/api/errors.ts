import i18n from 'i18next'
import { listed, named, sentences } from '@/ui/wording'
import type { FieldProblem, Problem } from './schema'

/** Every failed call, in one class. Status 0: no answer came. */
export class ApiError<E = Problem> extends Error {
  readonly status: number
  readonly problem: E | undefined
  /** Seconds the server asks us to wait (429, 503). */
  readonly retryAfter: number | undefined

  constructor(status: number, problem?: E, retryAfter?: number) {
    super(`HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

type Params = Record<string, unknown>

const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

export const statusOf = (error: unknown) => (isApiError(error) ? error.status : undefined)
export const codeOf = (error: unknown) => (isApiError(error) ? error.problem?.message_code : undefined)

type Written = { money(amount: string, currency: string): string; day(value: string): string }

/** Makes texts write amounts, `{{needed, money}}`, and dates, `{{date, day}}`, as the account does. */
export function writeAmounts(format: Written) {
  i18n.services.formatter?.add('money', (amount, _language, { currency }) => format.money(amount, currency))
  i18n.services.formatter?.add('day', (value) => (value ? format.day(value) : ''))
}

/** Parameters that count something and choose the plural form. The server uses the same. */
const COUNTED = ['count', 'seconds', 'min', 'max']

const BOUNDS = ['min', 'max']

/** A bound with decimals comes as the wire writes it; people read it with the signs of their language. */
function bound(value: unknown) {
  if (typeof value !== 'string' || !/^-?\d+\.\d+$/.test(value)) return value
  const decimals = value.length - value.indexOf('.') - 1
  return new Intl.NumberFormat(i18n.language, { minimumFractionDigits: decimals }).format(Number(value))
}

function counted(params: unknown): Params {
  const sent = (params ?? {}) as Params
  const bounds = BOUNDS.filter((name) => name in sent).map((name) => [name, bound(sent[name])])
  const all: Params = { ...sent, ...Object.fromEntries(bounds) }
  const count = COUNTED.map((name) => all[name]).find((value) => value !== undefined)
  return typeof count === 'number' ? { ...all, count } : all
}

/** The text of a code in the user's language; the server's own text for a code this build does not know. */
export function codeText(code: string | null | undefined, params: unknown, fallback: string) {
  const key = `codes:${code}` as 'codes:invalid'
  return code && i18n.exists(key) ? String(i18n.t(key, counted(params))) : fallback
}

/** The missing right of a refused call in words: 'Shipments: Cancel'. */
export function rightText(right: string | undefined) {
  const [resource, action] = right?.split('.') ?? []
  const keys = [`shell:resources.${resource}`, `profiles:action.${action}`]
  if (!keys.every((key) => i18n.exists(key))) return undefined
  const [of = '', what = ''] = keys.map((key) => i18n.t(key as never) as string)
  return named(of, what)
}

/** A refusal, with the right that is missing where its words are loaded. */
function refusalText(params: Params) {
  const right = rightText(`${params.resource}.${params.action}`)
  return right ? i18n.t('unauthorizedRight', { right }) : i18n.t('unauthorized')
}

/** Ours name a text by its code; what stands before the server may name it by an id, with or without a prefix. */
type Named = Pick<Problem, 'message_code'> & { message_id?: string; prefix?: string }

function textId({ message_code, message_id, prefix }: Named) {
  if (message_code || !message_id) return message_code
  return prefix ? `${prefix}.${message_id}` : message_id
}

/** The text of any failure, from the catalogue of messages. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return i18n.t('failure.generic')
  const { status, problem } = error
  if (status === 0) return i18n.t('failure.network')
  if (status === 403 && (problem?.message_code ?? 'forbidden') === 'forbidden') {
    return refusalText((problem?.params ?? {}) as Params)
  }
  if (!problem) return status >= 500 ? i18n.t('failure.generic') : i18n.t('failure.unknown')
  const text = codeText(textId(problem), problem.params, problem.message || i18n.t('failure.unknown'))
  return sentences([text, ...toldByFields(error), listed(problem.details ?? [])])
}

/** Most that is told of the fields where no form shows them. */
const MOST_TOLD = 5

/** What the fields say. Without a form beside it, "some of the data is invalid" names nothing that could be corrected. */
function toldByFields(error: ApiError) {
  if (error.problem?.message_code !== 'validation_failed') return []
  return [...new Set(Object.values(fieldTexts(error)))].slice(0, MOST_TOLD)
}

const fieldText = (error: FieldProblem) => codeText(error.code, error.params, error.message)

/** The first message of every refused field. */
export function fieldTexts(error: unknown): Record<string, string> {
  const errors = isApiError(error) ? error.problem?.errors : undefined
  const texts: Record<string, string> = {}
  for (const [field, [first]] of Object.entries(errors ?? {})) {
    if (first) texts[field] = fieldText(first)
  }
  return texts
}

/** The failure with its refusals at the rows of the form. Of these lists, only the rows of these numbers were sent. */
export function placeAtRows(error: unknown, sent: Record<string, number[]>): unknown {
  if (!isApiError(error) || !error.problem?.errors) return error
  const placed = Object.entries(error.problem.errors).map(([field, texts]) => [findField(field, sent), texts])
  const errors = Object.fromEntries(placed)
  return new ApiError(error.status, { ...error.problem, errors }, error.retryAfter)
}

function findField(field: string, sent: Record<string, number[]>) {
  const path = Object.keys(sent).find((list) => field.startsWith(`${list}.`))
  if (!path) return field
  const [number, ...rest] = field.slice(path.length + 1).split('.')
  const row = sent[path]?.[Number(number)]
  return row === undefined ? field : [path, row, ...rest].join('.')
}

type Form = { setErrors(errors: Record<string, string>): void }

/** Puts the server's refusals into the fields of a form. False when the failure names no field. */
export function applyServerErrors(form: Form, error: unknown): boolean {
  const texts = fieldTexts(error)
  if (Object.keys(texts).length === 0) return false
  form.setErrors(texts)
  return true
}
