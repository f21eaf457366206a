import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf, errorText } from '@/api/errors'
import { breakBagBagList, breakBagScan } from '@/api/generated/endpoints/consolidation/consolidation'
import type { BagReference, BreakBag, BreakBagScanAnswer } from '@/api/schema'
import type { CodeLine, CodeRule } from '@/blocks/scan/codes'
import type { Tone } from '@/blocks/scan/sound'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { useScanKeys } from '@/blocks/scan/useScanKeys'
import { useScannedCodes } from '@/blocks/scan/useScannedCodes'
import { useScanning } from '@/blocks/scan/useScanning'
import { hasNoAnswer, useUnanswered } from '@/blocks/scan/useUnanswered'
import { PARCEL_CODES } from '@/shared/tracking/codes'
import { uuidV7 } from '@/ui/form/uuid'
import { refreshBreakBags } from './refresh'

/** Parcels have their number behind the code: both are kept. */
const PARCELS: CodeRule = { ...PARCEL_CODES, most: 2000 }

/** Codes that are taken up together; each is a call of its own, one after the other. */
const MOST = 50

/** The result of the last scan. */
export type LastScan = {
  code: string
  tone: Tone
  text: string
  unsent?: boolean
  answer?: BreakBagScanAnswer
}

/** A scan that somebody has to look at is heard like a refusal. */
const TONES = { found: 'taken', other_bag: 'taken', already_here: 'known', over: 'unknown' } as const

/** The loudest of several sounds: what goes wrong is heard. */
const loudest = (tones: Tone[]): Tone =>
  (['unknown', 'known', 'taken'] as const).find((tone) => tones.includes(tone)) ?? 'taken'

/** The parcel behind a code is known once it is scanned. */
const lookUp = async (codes: string[]): Promise<[string, FoundRecord][]> => codes.map((code) => [code, {}])

/** The bag of an unpacking with this number. */
async function findBag(id: string, code: string) {
  const { data } = await breakBagBagList(id, { search: code })
  return data.find(({ number }) => number === code)
}

type ScanPlace = {
  station: string
  /** The bag that is unpacked. */
  bag: string | null
  /** The label of a bag was scanned. */
  onBag(bag: BagReference): void
}

/** Scans unpacked parcels: each is sent with a key of its own, which a repeated call keeps. */
export function useBreakScanning(broken: BreakBag, { station, bag, onBag }: ScanPlace) {
  const { t } = useTranslation(['break-bags', 'scan'])
  const client = useQueryClient()
  const draft = `break-bag-${broken.id}`
  const codes = useScannedCodes({ draft, rule: PARCELS, resends: true })
  const [last, setLast] = useState<LastScan>()
  /** Each with the bag that was unpacked when it was scanned. */
  const keys = useScanKeys<{ key: string; bag_id: string | null }>(draft, codes.lines)
  useUnanswered({ lines: codes.lines, send: (code) => send(code) })

  function tellOf({ outcome, line, message }: BreakBagScanAnswer, code: string) {
    const { seq, parcel_count, bag_number } = line
    const number = seq !== null && (parcel_count ?? 1) > 1 ? `${seq}/${parcel_count}` : ''
    return [t(`told.${outcome}`, { code, bag: bag_number ?? '' }), number, message]
      .filter(Boolean)
      .join(' · ')
  }

  function choose({ id, number }: BagReference): Tone {
    onBag({ id, number })
    setLast({ code: number, tone: 'taken', text: t('told.bag', { bag: number }) })
    codes.amend((lines) => lines.filter((line) => line.code !== number))
    return 'taken'
  }

  async function send(code: string): Promise<Tone> {
    const attempt = keys.take(code, () => ({ key: uuidV7(), bag_id: bag }))
    let next: LastScan
    try {
      const { data } = await breakBagScan(broken.id, { ...attempt, code, station })
      keys.forget(code)
      refreshBreakBags(client, data.break_bag)
      next = { code, tone: TONES[data.outcome], text: tellOf(data, code), answer: data }
    } catch (error) {
      keys.fail(code, error)
      const isLabel = codeOf(error) === 'break_bag_not_parcel'
      const chosen = isLabel ? await findBag(broken.id, code).catch(() => undefined) : undefined
      if (chosen) return choose(chosen)
      const unsent = hasNoAnswer(error)
      next = { code, tone: 'unknown', unsent, text: unsent ? t('scan:sentAgain') : errorText(error) }
    }
    setLast(next)
    codes.amend((lines) => lines.map((line) => (line.code === code ? lineOf(next) : line)))
    return next.tone
  }

  async function record(scanned: string[]): Promise<Tone> {
    const tones: Tone[] = []
    for (const code of scanned) tones.push(await send(code))
    return loudest(tones)
  }

  const scanning = useScanning({
    codes,
    lookUp: { load: lookUp, most: MOST },
    atOnce: { purpose: broken.id, record, isRepeatable: true },
  })

  return { scanning, last }
}

/** A parcel that is over was recorded, too: its line says what it is. */
function lineOf({ code, tone, text, unsent }: LastScan): CodeLine {
  return tone === 'unknown' ? { code, refusal: text, unsent } : { code, done: true, held: tone === 'known' }
}
