type Country = { id: number; alpha2: string; label: string }

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** Tariffs come in any language, and say 'China' where a list has its full name. */
const LANGUAGES = ['en', 'pt-BR', 'es', 'zh-CN']

const dictionaries = () =>
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map((style) => new Intl.DisplayNames(language, { type: 'region', style })),
  )

/** The names that tariffs print where a list has the short name. */
const FORMAL_NAMES: Partial<Record<string, string>> = {
  CN: "People's Republic of China",
  GM: 'Republic of The Gambia',
  IR: 'Islamic Republic of Iran',
  MK: 'The Republic of North Macedonia',
  RU: 'Russian Federation',
  TZ: 'United Republic of Tanzania',
}

/** Countries named in a text by their codes or names, and what is neither. Codes may stand side by side: "BR, AR CL". */
export function readCountries(
  text: string,
  countries: readonly Country[],
): { ids: number[]; unknown: string[] } {
  const names = dictionaries()
  const commonNames = (alpha2: string) =>
    [...names.map((name) => name.of(alpha2)), FORMAL_NAMES[alpha2]].filter((name) => name !== undefined)
  const byName = new Map(
    countries.flatMap(({ id, alpha2, label }) =>
      [alpha2, ...commonNames(alpha2), label].map((name) => [plain(name), id] as const),
    ),
  )
  const ids = new Set<number>()
  const unknown: string[] = []
  for (const part of text.split(/[\n\r\t,;，；、|]+/)) {
    const name = plain(part)
    if (name === '') continue
    const whole = byName.get(name)
    const words = name.split(/\s+/)
    const found = whole === undefined ? words.map((word) => byName.get(word)) : [whole]
    if (found.includes(undefined)) unknown.push(part.trim())
    else for (const id of found) if (id !== undefined) ids.add(id)
  }
  return { ids: [...ids], unknown }
}
