import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText } from '@/api/errors'
import { pickListScan } from '@/api/generated/endpoints/stock/stock'
import type { PickListDetails, PickScanAnswer } from '@/api/schema'
import { type LoggedScan, MOST_LOGGED } from '@/blocks/scan/ScanLog'
import type { Tone } from '@/blocks/scan/sound'
import { useSound } from '@/blocks/scan/useSound'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import type { EmptiedPlace } from './EmptyPlace'
import { reloadPickList } from './refresh'

type Scan = { key: string; code: string; quantity: number; otherLotReason?: string }

/** The result of the last scan. */
export type LastPick = { scan: Scan; tone: Tone; text: string; isOtherLot: boolean; isUnsent: boolean }

/** Picks by scans, one after the other. A scan whose answer did not come is sent again with its own key. */
export function usePickScans(list: PickListDetails) {
  const { t } = useTranslation('pick-lists')
  const format = useFormat()
  const client = useQueryClient()
  const sound = useSound()
  const [last, setLast] = useState<LastPick>()
  const [scans, setScans] = useState<LoggedScan[]>([])
  /** The place that should be empty since a pick, until somebody says whether it is. */
  const [emptied, setEmptied] = useState<EmptiedPlace>()
  /** Scans that were not answered, by their keys. */
  const [unsent, setUnsent] = useState<Scan[]>([])
  const turn = useRef<Promise<void>>(Promise.resolve())

  function tellOf({ outcome, pick, message, message_code }: PickScanAnswer, code: string) {
    if (outcome === 'refused' || !pick) return message ?? codeText(message_code ?? '', {}, code)
    const { title, lot, place, quantity } = pick
    const goods = [title, lot].filter(Boolean).join(' · ')
    return t('told.picked', { number: format.number(quantity), goods, place: place ?? '' })
  }

  async function send(scan: Scan) {
    const { key, code, quantity, otherLotReason } = scan
    let next: LastPick
    try {
      const form = { key, code, quantity, ...(otherLotReason && { other_lot_reason: otherLotReason }) }
      const { data } = await pickListScan(list.id, form)
      reloadPickList(client, data.list.id)
      setUnsent((now) => now.filter((one) => one.key !== key))
      const { emptied_place_id: id, place: name } = data.pick ?? {}
      if (id) setEmptied({ id, name: name ?? '' })
      next = {
        scan,
        tone: data.outcome === 'picked' ? 'taken' : 'unknown',
        text: tellOf(data, code),
        isOtherLot: data.message_code === 'pick_other_lot',
        isUnsent: false,
      }
    } catch (error) {
      setUnsent((now) => (now.some((one) => one.key === key) ? now : [...now, scan]))
      next = { scan, tone: 'unknown', text: errorText(error), isOtherLot: false, isUnsent: true }
    }
    setLast(next)
    const logged = { key, code, text: next.text, isTaken: next.tone === 'taken' }
    // One that is sent again stands there once.
    setScans((now) => [logged, ...now.filter((one) => one.key !== key)].slice(0, MOST_LOGGED))
    sound.play(next.tone)
  }

  /** One after the other: a later answer has all that the earlier ones have. */
  function queue(scan: Scan) {
    turn.current = turn.current.then(() => send(scan))
    return turn.current
  }

  return {
    last,
    scans,
    unsent,
    emptied,
    answerEmptied: () => setEmptied(undefined),
    scan: (code: string, quantity: number) => void queue({ key: uuidV7(), code, quantity }),
    again: (scan: Scan) => void queue(scan),
    /** Takes the scanned lot instead of the one that is held. */
    takeOther: (scan: Scan, otherLotReason: string) => queue({ ...scan, key: uuidV7(), otherLotReason }),
  }
}
