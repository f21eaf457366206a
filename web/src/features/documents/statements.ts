import { paths } from '@/context/paths'

/** The statement of a month: the entries of the wallet from its first to its last day. */
export function statementOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return `${paths.wallet()}?from=${month}-01&to=${last}`
}
