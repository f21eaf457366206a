import { paths } from '@/context/paths'

/** The month of a day and those before it, '2026-11', newest first. */
export function monthsUntil(today: string, count: number): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** The statement of a month: the entries of the wallet from its first to its last day. */
export function statementOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return `${paths.wallet()}?from=${month}-01&to=${last}`
}
