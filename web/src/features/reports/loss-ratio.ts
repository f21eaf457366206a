import type { ReportTotal } from '@/api/schema'

/**
 * Claims granted for each premium, in percent, by currency. Amounts of two currencies are not compared; none without
 * the columns of both.
 */
export function lossRatios(totals: ReportTotal[]) {
  const of = (name: string) => totals.filter(({ column }) => column === name)
  const granted = of('decided')
  if (granted.length === 0) return []
  return of('insurance')
    .filter(({ amount }) => Number(amount) > 0)
    .map(({ currency, amount }) => {
      const claims = granted.find((one) => one.currency === currency)
      return { currency: currency ?? '', percent: (100 * Number(claims?.amount ?? 0)) / Number(amount) }
    })
}
