import { MOST_RECORDED, shipmentCode, splitCodes } from '@/shared/tracking/codes'

/**
 * A code waiting for its event; `refusal` says why the last attempt was not taken. One that was recorded as it was
 * scanned waits no longer, but stays in sight; `unconfirmed` ones are to be held.
 */
export type Line = { code: string; refusal?: string; done?: true; unconfirmed?: boolean }

/** The codes that wait. */
export const waiting = (lines: Line[]) => lines.filter(({ done }) => !done)

/** Result of a scan. */
export type Scan = { added: string[]; known: string[]; tooMany: boolean }

/** Adds what was scanned, typed or pasted. The newest stands first: it is the one just held in the hand. */
export function collect(lines: Line[], text: string): { lines: Line[]; scan: Scan } {
  const here = new Set(lines.map(({ code }) => code))
  const codes = [...new Set(splitCodes(text).map(shipmentCode))]
  const fresh = codes.filter((code) => !here.has(code))
  const added = fresh.slice(0, Math.max(0, MOST_RECORDED - lines.length))
  return {
    lines: [...added.map((code) => ({ code })).reverse(), ...lines],
    scan: {
      added,
      known: codes.filter((code) => here.has(code)),
      tooMany: added.length < fresh.length,
    },
  }
}

/** One line of the answer, as far as it decides what stays in the list. */
type Outcome = {
  tracking_code: string
  recorded: boolean
  message_code: string | null
  unconfirmed: boolean
}

/** It stands in the log, now or already: nothing is left to do for it. */
export const isSettled = ({ recorded, message_code }: Pick<Outcome, 'recorded' | 'message_code'>) =>
  recorded || message_code === 'event_already_recorded'

/** Recorded codes leave the list or are marked in it; refused codes stay with the reason. */
export function settle<O extends Outcome>(
  lines: Line[],
  outcomes: O[],
  reason: (outcome: O) => string,
  settled: 'leaves' | 'stays' = 'leaves',
): Line[] {
  const byCode = new Map(outcomes.map((outcome) => [outcome.tracking_code, outcome]))
  return lines.flatMap((line): Line[] => {
    const outcome = byCode.get(line.code)
    if (!outcome) return [line]
    if (!isSettled(outcome)) return [{ code: line.code, refusal: reason(outcome) }]
    return settled === 'leaves' ? [] : [{ code: line.code, done: true, unconfirmed: outcome.unconfirmed }]
  })
}
