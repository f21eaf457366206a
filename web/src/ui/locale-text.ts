import { type Language, LOCALE_MAP_KEYS } from '@/i18n'

/** A text of the server in the page's language, else in any that is there. */
export function localeText(map: unknown, language: string): string {
  const texts = (map ?? {}) as Record<string, string | undefined>
  return texts[LOCALE_MAP_KEYS[language as Language]] || texts.en || Object.values(texts).find(Boolean) || ''
}
