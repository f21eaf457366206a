type Amount = { amount: string; currency: string }

/** Ten-thousandths: the finest amount of the API as a whole number, so that a sum is exact. */
const PARTS = 4

function wholeOf(amount: string) {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.')
  const value = BigInt(whole + part.padEnd(PARTS, '0').slice(0, PARTS))
  return amount.startsWith('-') ? -value : value
}

function textOf(value: bigint) {
  const digits = (value < 0n ? -value : value).toString().padStart(PARTS + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -PARTS)}.${digits.slice(-PARTS)}`
}

/** The sum of each currency, in the order of their first amounts. */
export function sumsOf(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + wholeOf(amount))
  return [...sums].map(([currency, value]) => ({ currency, amount: textOf(value) }))
}
