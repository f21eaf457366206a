import type { PriceLine, PriceMoney } from '@/api/schema'

export type ComparedLine = {
  /** Its place: lines of one kind are told apart by nothing else. */
  key: string
  line: Pick<PriceLine, 'code' | 'of'>
  old: PriceMoney | null
  now: PriceMoney | null
}

const keyOf = ({ code, of }: PriceLine) => `${code} ${of ?? ''}`

/** Both prices line by line, in the order of the new one; lines that are gone come last. */
export function compared(old: readonly PriceLine[], now: readonly PriceLine[]): ComparedLine[] {
  const left = [...old]
  const rows: Omit<ComparedLine, 'key'>[] = now.map((line) => {
    const at = left.findIndex((other) => keyOf(other) === keyOf(line))
    const [before] = at >= 0 ? left.splice(at, 1) : []
    return { line, old: before?.amount ?? null, now: line.amount }
  })
  const gone = left.map((line) => ({ line, old: line.amount, now: null }))
  return [...rows, ...gone].map((row, at) => ({ ...row, key: String(at) }))
}
