/** Values of the placeholders in a reply template. An empty text is no value. */
export type Facts = { name: string; number: string; shipment: string }

const PLACEHOLDER = /\{(name|number|shipment)\}/g

/** The text with values. A line whose placeholders have no value is left out; values are not read again. */
export function fill(text: string, facts: Facts): string {
  const lines = text.split('\n').flatMap((line) => {
    const names = [...line.matchAll(PLACEHOLDER)].map(([, name]) => name as keyof Facts)
    if (names.length > 0 && names.every((name) => facts[name] === '')) return []
    return [line.replace(PLACEHOLDER, (_, name: keyof Facts) => facts[name])]
  })
  return lines.join('\n')
}
