/** The decimal mark of a text. The other one, spaces and apostrophes separate thousands. */
export type Mark = '.' | ','

const BLANK = /[\s\u00a0\u2007\u2009\u202f\u200b\ufeff]/g
const bare = (text: string) => text.replace(BLANK, '')

/** Texts that stand for a service that is not offered. */
const NOT_OFFERED = /^(-{0,3}|–|—|−|#?n\/a|na|n\.a\.?|n\/d|nd|n\/o|x|notavailable|notoffered)$/i

export const isNotOffered = (text: string) => NOT_OFFERED.test(bare(text))

/** Signs that name one currency. `$` and `¥` stand for many, so they fit any table. */
const SIGNS: Record<string, string> = {
  US$: 'USD',
  R$: 'BRL',
  CA$: 'CAD',
  A$: 'AUD',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
}

/** The text without the table's currency; undefined if it names another one. */
export function withoutCurrency(text: string, currency: string): string | undefined {
  const trimmed = text.trim()
  for (const [sign, code] of Object.entries(SIGNS)) {
    const isNamed = trimmed.startsWith(sign) || trimmed.endsWith(sign)
    if (isNamed) return code === currency ? trimmed.replace(sign, '').trim() : undefined
  }
  const [, before = '', amount = '', after = ''] = /^([A-Za-z]*)(.*?)([A-Za-z]*)$/s.exec(
    trimmed.replace(/^[$¥￥円元]|[$¥￥円元]$/g, '').trim(),
  ) ?? ['', '', '']
  const isOther = [before, after].some((code) => code !== '' && code.toUpperCase() !== currency)
  return isOther ? undefined : amount.trim()
}

/**
 * A number without sign, as '1234.5'. Thousands must be groups of three digits, so `12,50` with a decimal point is refused
 * instead of read as 1250.
 */
export function readNumber(text: string, mark: Mark): string | undefined {
  const [whole = '', ...rest] = text.trim().split(mark)
  if (rest.length > 1) return undefined
  const [fraction] = rest
  const other = mark === '.' ? ',' : '.'
  const groups = whole.split(new RegExp(`[${other}'’]|${BLANK.source}`))
  const first = groups[0] ?? ''
  const isGrouped = groups.length > 1
  if (isGrouped && (first.length > 3 || first.startsWith('0'))) return undefined
  if (groups.slice(1).some((group) => group.length !== 3)) return undefined
  const digits = groups.join('')
  const isDigits = (part: string) => /^\d+$/.test(part)
  if (!isDigits(digits) || (fraction !== undefined && !isDigits(fraction))) return undefined
  // Longer numbers are no prices or weights.
  if (digits.length + (fraction?.length ?? 0) > 18) return undefined
  return canonical(fraction === undefined ? digits : `${digits}.${fraction}`)
}

/** One text for one number: no zeros that say nothing. */
export function canonical(number: string): string {
  const [whole = '', fraction = ''] = number.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const decimals = fraction.replace(/0+$/, '')
  return decimals === '' ? digits : `${digits}.${decimals}`
}

/**
 * The decimal mark of a pasted range, by what its numbers can only mean. Numbers such as `1.450`, which can mean both,
 * decide only if there is nothing else: a currency with less than three decimals makes them thousands.
 */
export function markOf(texts: Iterable<string>, decimals: number, own: Mark): Mark {
  let [certain, likely] = [0, 0]
  for (const text of texts) {
    const [mark, isCertain] = voteOf(text, decimals) ?? []
    const vote = mark === undefined ? 0 : mark === ',' ? 1 : -1
    if (isCertain) certain += vote
    else likely += vote
  }
  const votes = certain === 0 ? likely : certain
  return votes === 0 ? own : votes > 0 ? ',' : '.'
}

function voteOf(text: string, decimals: number): [mark: Mark, isCertain: boolean] | undefined {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return undefined
  const mark = text[last] === '.' ? '.' : ','
  const other = mark === '.' ? ',' : '.'
  const before = text.slice(0, last)
  const digits = /^\d*/.exec(text.slice(last + 1))?.[0].length ?? 0
  if (digits === 0 || !/\d$/.test(before)) return undefined
  if (before.includes(mark)) return [other, true]
  const whole = before.replace(/^\D+/, '')
  if (before.includes(other) || digits !== 3 || whole.startsWith('0') || whole.length > 3) return [mark, true]
  // A rate such as "4.125/kg" has more decimals than the currency.
  return [decimals >= 3 || text.includes('/') ? mark : other, false]
}
