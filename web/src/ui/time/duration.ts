const UNITS = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

/** '2d 3h', '45m': the two largest units. */
export function duration(minutes: number, locale: string): string {
  const parts: string[] = []
  let left = Math.max(0, Math.floor(minutes))
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size)
    left -= count * size
    const isLast = size === 1 && parts.length === 0
    if (count === 0 && !isLast) continue
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' })
    parts.push(format.format(count))
  }
  return parts.slice(0, 2).join(' ')
}
