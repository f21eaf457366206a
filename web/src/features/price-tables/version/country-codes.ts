type Country = { id: number; alpha2: string; label: string }

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** Countries named in a text by their codes or names, and what is neither. Codes may stand side by side: "BR, AR CL". */
export function readCountries(
  text: string,
  countries: readonly Country[],
): { ids: number[]; unknown: string[] } {
  const byName = new Map(
    countries.flatMap(({ id, alpha2, label }) => [
      [plain(alpha2), id],
      [plain(label), id],
    ]),
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
