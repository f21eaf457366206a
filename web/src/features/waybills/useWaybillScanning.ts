import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText } from '@/api/errors'
import { mawbScan } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Waybill, WaybillScanResult } from '@/api/schema'
import type { CodeLine, CodeRule } from '@/blocks/scan/codes'
import type { Tone } from '@/blocks/scan/sound'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { useScanKeys } from '@/blocks/scan/useScanKeys'
import { useScannedCodes } from '@/blocks/scan/useScannedCodes'
import { useScanning } from '@/blocks/scan/useScanning'
import { hasNoAnswer, useUnanswered } from '@/blocks/scan/useUnanswered'
import { uuidV7 } from '@/ui/form/uuid'
import { refreshWaybills } from './refresh'

/** Numbers and seals of bags, and codes of shipments, as they are. */
const CODES: CodeRule = {
  read: (text) => [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ],
  most: 1000,
}

/** Codes that are taken up together; each is a call of its own, one after the other. */
const MOST = 50

/** The result of the last scan. */
export type LastScan = {
  code: string
  tone: Tone
  text: string
  unsent?: boolean
  result?: WaybillScanResult
}

const TONES = { added: 'taken', already_here: 'known', refused: 'unknown' } as const

/** The loudest of several sounds: what goes wrong is heard. */
const loudest = (tones: Tone[]): Tone =>
  (['unknown', 'known', 'taken'] as const).find((tone) => tones.includes(tone)) ?? 'taken'

/** The bag or shipment behind a code is known once it is scanned onto the waybill. */
const lookUp = async (codes: string[]): Promise<[string, FoundRecord][]> => codes.map((code) => [code, {}])

/** Scans bags and loose shipments onto a waybill: each is sent with a key of its own, which a repeated call keeps. */
export function useWaybillScanning(waybill: Waybill) {
  const { t } = useTranslation(['waybills', 'scan'])
  const client = useQueryClient()
  const draft = `mawb-${waybill.id}`
  const codes = useScannedCodes({ draft, rule: CODES, resends: true })
  const [last, setLast] = useState<LastScan>()
  const keys = useScanKeys(draft, codes.lines)
  useUnanswered({ lines: codes.lines, send: (code) => send(code) })

  function tellOf({ outcome, code, message, message_code }: WaybillScanResult) {
    return outcome === 'refused'
      ? (message ?? codeText(message_code, {}, code))
      : t(`told.${outcome}`, { code })
  }

  async function send(code: string): Promise<Tone> {
    const { key } = keys.take(code, () => ({ key: uuidV7() }))
    let next: LastScan
    try {
      const { data } = await mawbScan(waybill.id, { key, code })
      keys.forget(code)
      refreshWaybills(client, data.waybill)
      const [result] = data.results
      next = result
        ? { code, tone: TONES[result.outcome], text: tellOf(result), result }
        : { code, tone: 'unknown', text: t('station.unknown') }
    } catch (error) {
      keys.fail(code, error)
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
    atOnce: { purpose: waybill.id, record, isRepeatable: true },
  })

  return { scanning, last }
}

function lineOf({ code, tone, text, unsent }: LastScan): CodeLine {
  return tone === 'unknown' ? { code, refusal: text, unsent } : { code, done: true, held: tone === 'known' }
}
