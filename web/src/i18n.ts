import i18n, { type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'

export const LANGUAGES = ['en', 'pt-BR', 'es', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language in its own name, as the reader looks for it. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  'pt-BR': 'Português',
  es: 'Español',
  'zh-CN': '中文',
}

/** The keys of the server's `*_locale` maps. */
export const LOCALE_MAP_KEYS = { en: 'en', 'pt-BR': 'pt', es: 'es', 'zh-CN': 'zh' } as const

const STORAGE_KEY = 'remessa-language'

/** One file per language and namespace; the build joins those of a language into one chunk. */
const files = import.meta.glob<ResourceKey>('./locales/*/*.json', { import: 'default' })

/** The texts of the server's message codes; the server speaks them too, so both read one file. */
const codes = import.meta.glob<ResourceKey>('../../openapi/messages/*.json', { import: 'default' })

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)

/** A language we speak, from whatever the browser, the account or the tenant says ('pt' is 'pt-BR'). */
export function toLanguage(value: string | null | undefined): Language | undefined {
  if (!value) return undefined
  return LANGUAGES.find((known) => known === value) ?? LANGUAGES.find((known) => sameBase(known, value))
}

const sameBase = (a: string, b: string) => a.split('-')[0] === b.toLowerCase().split('-')[0]

export const storedLanguage = () => {
  try {
    return toLanguage(localStorage.getItem(STORAGE_KEY))
  } catch {
    return undefined
  }
}

/** For the screens that come before the tenant is known. */
export const fallbackLanguage = (): Language =>
  storedLanguage() ?? navigator.languages.map(toLanguage).find(Boolean) ?? 'en'

async function load(language: Language) {
  if (i18n.hasResourceBundle(language, 'common')) return
  const ours = Object.entries(files).filter(([path]) => path.startsWith(`./locales/${language}/`))
  const namespaces = ours.map(
    ([path, read]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), read] as const,
  )
  const serverCodes = codes[`../../openapi/messages/${language}.json`]
  if (serverCodes) namespaces.push(['codes', serverCodes])
  await Promise.all(
    namespaces.map(async ([namespace, read]) => i18n.addResourceBundle(language, namespace, await read())),
  )
}

export async function startLanguage(language: Language) {
  await i18n.use(initReactI18next).init({
    resources: {},
    defaultNS: 'common',
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  await changeLanguage(language)
}

export async function changeLanguage(language: Language) {
  await load(language)
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

export { i18n }
