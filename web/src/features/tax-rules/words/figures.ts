import type { Format } from '@/ui/format'

/** Without the zeros at the end that the server adds: '0.600000' is '0.6'. */
export const plain = (decimal: string) =>
  decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal

/** Moves the decimal mark of an exact number. */
function shift(decimal: string, places: number) {
  const [whole = '', part = ''] = decimal.split('.')
  const digits = `${'0'.repeat(Math.max(0, 1 - whole.length - places))}${whole}${part}`.padEnd(
    whole.length + Math.max(0, places),
    '0',
  )
  const at = digits.length - Math.max(0, part.length - places)
  const moved = `${digits.slice(0, at)}.${digits.slice(at)}`
  return plain(moved.replace(/^0+(?=\d)/, ''))
}

/** '0.175' as people write it: '17.5'. */
export const percentOf = (fraction: string) => shift(fraction, 2)

/** '17.5' as the server has it: '0.175'. */
export const fractionOf = (percent: string) => shift(percent, -2)

/** The exact sum of amounts, with as many decimals as the finest of them. */
export function sumOf(amounts: string[]) {
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const coins = amounts.map((amount) => {
    const [whole = '', part = ''] = amount.split('.')
    return BigInt(whole + part.padEnd(decimals, '0'))
  })
  const text = String(coins.reduce((total, coin) => total + coin, 0n)).padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** '17.5 %' for '0.175'. */
export const rateText = (fraction: string, { preferences }: Format) =>
  new Intl.NumberFormat(preferences.locale, { style: 'percent', maximumFractionDigits: 4 }).format(
    Number(fraction),
  )

/** An amount of a rule: '€3', '€3.50'. */
export function amountText(amount: string, currency: string, { preferences }: Format) {
  if (!/^[A-Z]{3}$/.test(currency)) return plain(amount)
  const options = {
    style: 'currency',
    currency,
    maximumFractionDigits: 4,
    trailingZeroDisplay: 'stripIfInteger',
  }
  return new Intl.NumberFormat(preferences.locale, options as Intl.NumberFormatOptions).format(Number(amount))
}

/** The day after, '2026-12-01' for '2026-11-30'. */
export const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
