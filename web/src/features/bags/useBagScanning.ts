import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText } from '@/api/errors'
import { bagMove, bagScan } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Bag, BagScanAnswer } from '@/api/schema'
import type { CodeLine, CodeRule } from '@/blocks/scan/codes'
import type { Tone } from '@/blocks/scan/sound'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { useScanKeys } from '@/blocks/scan/useScanKeys'
import { useScannedCodes } from '@/blocks/scan/useScannedCodes'
import { useScanning } from '@/blocks/scan/useScanning'
import { useSound } from '@/blocks/scan/useSound'
import { hasNoAnswer, useUnanswered } from '@/blocks/scan/useUnanswered'
import { refreshBags } from '@/shared/bags/refresh'
import { PARCEL_CODES } from '@/shared/tracking/codes'
import { uuidV7 } from '@/ui/form/uuid'

/** Parcels have their number behind the code: both are kept. */
const PARCELS: CodeRule = { ...PARCEL_CODES, most: 2000 }

/** Codes that are taken up together; each is a call of its own, one after the other. */
const MOST = 50

/** Where the scanned codes of a bag are kept. */
export const draftOf = ({ id }: Bag) => `bag-${id}`

/** The result of the last scan. */
export type LastScan = { code: string; tone: Tone; text: string; unsent?: boolean; answer?: BagScanAnswer }

const TONES = { added: 'taken', moved: 'taken', already_here: 'known', refused: 'unknown' } as const

/** The loudest of several sounds: what goes wrong is heard. */
const loudest = (tones: Tone[]): Tone =>
  (['unknown', 'known', 'taken'] as const).find((tone) => tones.includes(tone)) ?? 'taken'

/** The parcel behind a code is known once it is scanned into the bag. */
const lookUp = async (codes: string[]): Promise<[string, FoundRecord][]> => codes.map((code) => [code, {}])

/** Scans parcels into a bag: each is sent with a key of its own, which a repeated call keeps. */
export function useBagScanning(bag: Bag, station: string) {
  const { t } = useTranslation(['bags', 'scan'])
  const client = useQueryClient()
  const sound = useSound()
  const codes = useScannedCodes({ draft: draftOf(bag), rule: PARCELS, resends: true })
  const [last, setLast] = useState<LastScan>()
  const keys = useScanKeys(draftOf(bag), codes.lines)
  useUnanswered({ lines: codes.lines, send: (code) => send(code) })

  function tellOf({ outcome, parcel, other_bag, message, message_code }: BagScanAnswer, code: string) {
    if (outcome === 'refused') return message ?? codeText(message_code ?? '', {}, code)
    const number = parcel && parcel.parcel_count > 1 ? `${parcel.seq}/${parcel.parcel_count}` : ''
    if (outcome === 'moved') return t('told.moved', { code, number: other_bag?.number ?? '' })
    return [t(`told.${outcome}`, { code }), number].filter(Boolean).join(' · ')
  }

  async function send(code: string, reason?: string): Promise<Tone> {
    const { key } = keys.take(code, () => ({ key: uuidV7() }))
    let next: LastScan
    try {
      const form = { key, code, station }
      const { data } = reason ? await bagMove(bag.id, { ...form, reason }) : await bagScan(bag.id, form)
      keys.forget(code)
      refreshBags(client, data.bag)
      next = { code, tone: TONES[data.outcome], text: tellOf(data, code), answer: data }
    } catch (error) {
      keys.fail(code, error)
      // A parcel is moved out of another bag by hand alone.
      const unsent = !reason && hasNoAnswer(error)
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
    atOnce: { purpose: bag.id, record, isRepeatable: true },
  })

  return {
    scanning,
    last,
    /** Takes a refused parcel out of the other bag into this one. */
    async move(code: string, reason: string) {
      sound.play(await send(code, reason))
    },
    /** A parcel that was taken out can be scanned again. */
    forget(code: string) {
      codes.amend((lines) => lines.filter((line) => line.code !== code))
      setLast(undefined)
    },
  }
}

function lineOf({ code, tone, text, unsent }: LastScan): CodeLine {
  return tone === 'unknown' ? { code, refusal: text, unsent } : { code, done: true, held: tone === 'known' }
}
