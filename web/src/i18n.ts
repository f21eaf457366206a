import i18n, { type BackendModule, type FlatNamespace, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { onceOnline } from '@/ui/once-online'

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

/** One file per language and namespace, each fetched when a screen first needs it. */
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

const fileOf = (language: string, namespace: string) =>
  namespace === 'codes'
    ? codes[`../../openapi/messages/${language}.json`]
    : files[`./locales/${language}/${namespace}.json`]

/** Reads the texts of one namespace in one language. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const file = fileOf(language, namespace)
    if (!file) return done(`no texts: ${language} ${namespace}`, null)
    onceOnline(file).then(
      (texts) => done(null, texts),
      (failure) => done(failure, null),
    )
  },
}

/** Starts with the texts that every screen has. */
export async function startLanguage(language: Language) {
  if (!i18n.isInitialized) {
    await i18n
      .use(backend)
      .use(initReactI18next)
      .init({
        lng: language,
        load: 'currentOnly',
        ns: ['common', 'shell'],
        defaultNS: 'common',
        fallbackLng: false,
        interpolation: { escapeValue: false },
      })
  }
  await changeLanguage(language)
}

/**
 * The loader of a route: its texts arrive together with its script. A component whose texts no loader has named
 * suspends until they are there.
 */
export const loadTexts = (...namespaces: FlatNamespace[]) => i18n.loadNamespaces(namespaces)

/** Loads the new language for all that has been loaded so far, and then changes. */
export async function changeLanguage(language: Language) {
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
  // What the server draws speaks it, too.
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Firefox and Safari of last year
  document.cookie = `${STORAGE_KEY}=${language}; path=/; max-age=31536000; samesite=lax`
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

export { i18n }
