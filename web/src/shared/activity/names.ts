import type { i18n } from 'i18next'
import { isLanguage, LANGUAGE_NAMES } from '@/i18n'
import type { Format } from '@/ui/format'
import { named } from '@/ui/wording'
import { wordsOf } from './words'

/** 'shipment.update' as people say it: 'Shipment: changed'. */
export function actionName(i18n: i18n, action: string) {
  const [resource = '', verb = ''] = action.split('.')
  return named(resourceName(i18n, resource), verbName(i18n, verb, resource))
}

/** Some verbs mean something else for one resource: a session that is closed is a sign-out. */
export const verbName = (i18n: i18n, verb: string, resource = '') =>
  text(i18n, [`activity:verb.${resource}_${verb}`, `activity:verb.${verb}`], verb)

export const resourceName = (i18n: i18n, resource: string) =>
  text(i18n, [`activity:resource.${resource}`], resource)

/**
 * 'to_city' is 'Receiver: City', 'parcels.0.weight_g' is 'Parcel 1: Weight'. Some names mean something else for one
 * resource: the rate of a tax is not the rate of a currency.
 */
export function fieldName(i18n: i18n, path: string, resource = ''): string {
  const item = /^([a-z_]+)\.(\d+)(?:\.(.+))?$/.exec(path)
  if (item) {
    const [, list = '', at, inner] = item
    const owner = `${text(i18n, [`activity:item.${list}`, `activity:field.${list}`], list)} ${Number(at) + 1}`
    return inner ? named(owner, fieldName(i18n, inner, resource)) : owner
  }
  const rule = ruleName(i18n, path)
  if (rule) return rule
  if (path.startsWith('mapping.')) return fieldName(i18n, 'mapping')
  const spoken = /^(.+_locale)\.(en|pt|es|zh)$/.exec(path)
  if (spoken) {
    const [, of = '', language = 'en'] = spoken
    return named(fieldName(i18n, of, resource), LANGUAGE_NAMES[LOCALES[language as keyof typeof LOCALES]])
  }
  // The times of a window, the places of a master and what to recount are no side of a shipment.
  const side = /^(from|to)_(.+)$/.exec(path)
  if (side && !i18n.exists(`activity:field.${path}`)) {
    const who = i18n.t(`activity:side.${side[1] as 'from' | 'to'}`)
    return named(who, fieldName(i18n, side[2] ?? '', resource))
  }
  const name = path.split('.').at(-1) ?? path
  const keys = [
    `activity:field.${resource}_${name}`,
    `activity:field.${name}`,
    `shipment-form:field.${name}`,
    `feature-flags:flag.${name}.title`,
  ]
  return text(i18n, keys, name)
}

/** The languages of a text that has several. */
const LOCALES = { en: 'en', pt: 'pt-BR', es: 'es', zh: 'zh-CN' } as const

/** A permission of a profile: 'shipment.list' is 'Shipments: View list'. */
function ruleName(i18n: i18n, path: string) {
  const [resource, action] = path.split('.')
  const keys = [`shell:resources.${resource}`, `profiles:action.${action}`]
  if (!keys.every((key) => i18n.exists(key))) return undefined
  const [of = '', what = ''] = keys.map((key) => i18n.t(key as never) as string)
  return named(of, what)
}

/** 'parcels.0.weight_g' is 'weight_g', 'to_country_id' is 'country_id'. */
export const bareName = (path: string) => (path.split('.').at(-1) ?? path).replace(/^(from|to|origin)_/, '')

/** As the database writes exact numbers: with all the decimals of their column. */
const DECIMAL = /^-?\d+\.\d+$/

/** A number or a word of the wire as people read it: 20 is 'Staff', 1200 grams are '1.2 kg'. */
export function valueText(
  i18n: i18n,
  format: Format,
  path: string,
  value: string | number,
  resource = '',
): string {
  const name = bareName(path)
  const word = wordsOf(name, resource)
    .map((key) => `${key}.${value}`)
    .find((key) => i18n.exists(key))
  if (word) return i18n.t(word as never) as string
  if (ruleName(i18n, path)) return text(i18n, [`profiles:scope.${value}`], String(value))
  if (typeof value === 'string' && DECIMAL.test(value)) return format.number(Number(value))
  if (typeof value === 'string') return isLanguage(value) ? LANGUAGE_NAMES[value] : value
  if (name === 'file_size') return format.bytes(value)
  if (name.endsWith('_g')) return format.weight(value)
  return name.endsWith('_mm') ? format.size(value) : format.number(value)
}

/** A field without a text is shown as words. */
function text(i18n: i18n, keys: string[], name: string) {
  const key = keys.find((key) => i18n.exists(key))
  if (key) return i18n.t(key as never) as string
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
