import { type CodeLine, type CodeRule, collectCodes } from '@/blocks/scan/codes'
import { MOST_RECORDED, shipmentCode, splitCodes } from '@/shared/tracking/codes'

/** Codes of shipments, as many as one call records. */
export const SHIPMENT_CODES: CodeRule = {
  read: (text) => [...new Set(splitCodes(text).map(shipmentCode))],
  most: MOST_RECORDED,
}

/** Adds the codes of shipments to those that are there. */
export const collect = (lines: CodeLine[], text: string) => collectCodes(lines, text, SHIPMENT_CODES)

/** One line of the answer, as far as it decides what stays in the list. */
type Outcome = {
  tracking_code: string
  recorded: boolean
  message_code: string | null
  unconfirmed: boolean
  on_hold: boolean
}

/** It stands in the log, now or already: nothing is left to do for it. */
export const isSettled = ({ recorded, message_code }: Pick<Outcome, 'recorded' | 'message_code'>) =>
  recorded || message_code === 'event_already_recorded'

/** Recorded codes leave the list or are marked in it; refused codes stay with the reason. */
export function settle<O extends Outcome>(
  lines: CodeLine[],
  outcomes: O[],
  reason: (outcome: O) => string,
  settled: 'leaves' | 'stays' = 'leaves',
): CodeLine[] {
  const byCode = new Map(outcomes.map((outcome) => [outcome.tracking_code, outcome]))
  return lines.flatMap((line): CodeLine[] => {
    const outcome = byCode.get(line.code)
    if (!outcome) return [line]
    if (!isSettled(outcome)) return [{ code: line.code, refusal: reason(outcome) }]
    return settled === 'leaves'
      ? []
      : [{ code: line.code, done: true, held: outcome.unconfirmed || outcome.on_hold }]
  })
}
