import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText } from '@/api/errors'
import { pickListScan } from '@/api/generated/endpoints/stock/stock'
import type { PickListDetails, PickScanAnswer } from '@/api/schema'
import { type LoggedScan, MOST_LOGGED } from '@/blocks/scan/ScanLog'
import type { Tone } from '@/blocks/scan/sound'
import { useSound } from '@/blocks/scan/useSound'
import { hasNoAnswer, useUnanswered } from '@/blocks/scan/useUnanswered'
import { useFormat } from '@/ui/format'
import type { EmptiedPlace } from './EmptyPlace'
import { reloadPickList } from './refresh'
import { type KeptPick, type PickScan, useKeptPicks } from './useKeptPicks'

/** The result of the last scan. */
export type LastPick = { scan: PickScan; tone: Tone; text: string; isOtherLot: boolean }

/** The outcome of the scans, in words and sound. */
function useTold() {
  const sound = useSound()
  const [last, setLast] = useState<LastPick>()
  const [scans, setScans] = useState<LoggedScan[]>([])

  function tell(next: LastPick) {
    const { key, code } = next.scan
    setLast(next)
    const logged = { key, code, text: next.text, isTaken: next.tone === 'taken' }
    // One that is sent again stands there once.
    setScans((now) => [logged, ...now.filter((one) => one.key !== key)].slice(0, MOST_LOGGED))
    sound.play(next.tone)
  }

  return { last, scans, tell }
}

/** The answer to a scan in words. */
function usePickText() {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  return ({ outcome, pick, message, message_code, params }: PickScanAnswer, code: string) => {
    if (outcome === 'refused' || !pick) return codeText(message_code, params, message ?? code)
    const { title, lot, place, quantity } = pick
    const goods = [title, lot].filter(Boolean).join(' · ')
    return t('told.picked', { number: format.number(quantity), goods, place: place ?? '' })
  }
}

/** Picks by scans, one after the other. A scan whose answer did not come is sent again by itself, with its own key. */
export function usePickScans(list: PickListDetails) {
  const { t } = useTranslation('scan')
  const textOf = usePickText()
  const client = useQueryClient()
  const { last, scans, tell } = useTold()
  /** The places that should be empty since a pick, until somebody says whether they are. */
  const [emptied, setEmptied] = useState<EmptiedPlace[]>([])
  const kept = useKeptPicks(list.id)
  const turn = useRef<Promise<void>>(Promise.resolve())
  useUnanswered({
    lines: kept.picks.map(({ key, isUnsent }) => ({ code: key, unsent: isUnsent })),
    send: queue,
  })

  async function send(scan: KeptPick) {
    const { key, code, quantity, otherLotReason } = scan
    try {
      const form = { key, code, quantity, ...(otherLotReason && { other_lot_reason: otherLotReason }) }
      const { data } = await pickListScan(list.id, form)
      const isPicked = data.outcome === 'picked'
      const text = textOf(data, code)
      // The list takes no scans any more, so the field and its log are gone.
      if (isPicked || data.list.can.scan) kept.remove(key)
      else kept.refuse(key, text)
      reloadPickList(client, data.list.id)
      const { emptied_place_id: id, place: name } = data.pick ?? {}
      if (id) setEmptied((now) => [...now.filter((place) => place.id !== id), { id, name: name ?? '' }])
      const tone = isPicked ? 'taken' : 'unknown'
      tell({ scan, tone, text, isOtherLot: data.message_code === 'pick_other_lot' })
    } catch (error) {
      const isUnsent = hasNoAnswer(error)
      // That it waits was said when it was scanned.
      if (isUnsent && scan.isUnsent) return
      const text = isUnsent ? t('sentAgain') : errorText(error)
      if (isUnsent) kept.markUnsent(key)
      else if (list.can.scan) kept.remove(key)
      else kept.refuse(key, text)
      tell({ scan, tone: 'unknown', text, isOtherLot: false })
    }
  }

  /** One after the other: a later answer has all that the earlier ones have. One that was answered meanwhile goes no more. */
  function queue(key: string) {
    turn.current = turn.current.then(async () => {
      const scan = kept.find(key)
      if (scan) await send(scan)
    })
    return turn.current
  }

  return {
    last,
    scans,
    unsent: kept.picks.filter(({ isUnsent }) => isUnsent),
    /** Those that came when the list took none any more. */
    refused: kept.picks.filter(({ refusal }) => refusal !== undefined),
    forgetRefused: kept.forgetRefused,
    /** The first of them: late picks empty several places one after the other. */
    emptied: emptied[0],
    answerEmptied: () => setEmptied(([, ...others]) => others),
    scan: (code: string, quantity: number) => void queue(kept.add({ code, quantity })),
    again: (key: string) => void queue(key),
    /** Takes the scanned lot instead of the one that is held. */
    takeOther: ({ code, quantity }: PickScan, otherLotReason: string) =>
      queue(kept.add({ code, quantity, otherLotReason })),
  }
}
