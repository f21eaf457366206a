import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText, errorText, fieldTexts } from '@/api/errors'
import { deliveryCreate, invalidateDeliveryList } from '@/api/generated/endpoints/deliveries/deliveries'
import { trackingSearch } from '@/api/generated/endpoints/tracking/tracking'
import type { DeliveryResult } from '@/api/schema'
import type { CodeLine, CodeRule } from '@/blocks/scan/codes'
import type { FoundRecord } from '@/blocks/scan/useLookUp'
import { useScannedCodes } from '@/blocks/scan/useScannedCodes'
import { useScanning } from '@/blocks/scan/useScanning'
import { MOST_TRACKED, shipmentCode, splitCodes } from '@/shared/tracking/codes'
import { useFormat } from '@/ui/format'

/** The shipment of a scanned code. */
export type FoundShipment = FoundRecord & { id: string }

/** The server takes as many in one call. */
const MOST = 100

const SHIPMENTS: CodeRule = {
  read: (text) => [...new Set(splitCodes(text).map(shipmentCode))],
  most: MOST,
}

async function lookUp(codes: string[]): Promise<[string, FoundShipment | null][]> {
  const { data } = await trackingSearch({ codes: codes.join(',') }, { quiet: true })
  return data.map(({ tracking_code, shipment_id, to_name, to_city }) => [
    tracking_code,
    shipment_id
      ? { id: shipment_id, name: [to_name, to_city].filter(Boolean).join(', ') || undefined }
      : null,
  ])
}

/** Fields that show their own problem. */
const SHOWN = ['codes', 'shipment_ids', 'on_date', 'from_time', 'to_time', 'instructions']

export type Terms = { on_date: string; from_time: string; to_time: string; instructions: string }

/** Scanned shipments that become deliveries. What was refused stays in the list with its reason. */
export function useNewDeliveries(start: string[]) {
  const { t } = useTranslation(['deliveries', 'common'])
  const client = useQueryClient()
  const format = useFormat()
  const codes = useScannedCodes({
    draft: 'new-deliveries',
    rule: SHIPMENTS,
    ...(start.length > 0 && { start: start.slice(0, MOST).map((code) => ({ code })) }),
  })
  const scanning = useScanning<FoundShipment>({ codes, lookUp: { load: lookUp, most: MOST_TRACKED } })
  const [terms, setTerms] = useState<Terms>({
    on_date: format.today(),
    from_time: '',
    to_time: '',
    instructions: '',
  })
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [made, setMade] = useState<DeliveryResult[]>()
  const [busy, setBusy] = useState(false)
  const due = codes.waiting.flatMap(({ code }) => scanning.found.get(code)?.id ?? [])

  function settle(lines: CodeLine[], results: DeliveryResult[]): CodeLine[] {
    const byId = new Map(results.map((result) => [result.shipment_id, result]))
    return lines.flatMap((line): CodeLine[] => {
      const result = byId.get(scanning.found.get(line.code)?.id ?? '')
      if (!result) return [line]
      if (result.delivery_id) return []
      const refusal = result.message ?? codeText(result.message_code ?? '', {}, result.message_code ?? '')
      return [{ code: line.code, refusal }]
    })
  }

  async function create() {
    if (due.length === 0) return setProblems({ codes: t('new.noCodes') })
    setBusy(true)
    setFailure(undefined)
    setProblems({})
    try {
      const { data } = await deliveryCreate({
        shipment_ids: due,
        on_date: terms.on_date,
        from_time: terms.from_time || null,
        to_time: terms.to_time || null,
        instructions: terms.instructions.trim() || null,
      })
      codes.set((now) => settle(now, data))
      setMade(data.filter(({ delivery_id }) => delivery_id))
      void invalidateDeliveryList(client)
    } catch (error) {
      const fields = fieldTexts(error)
      setProblems(fields)
      if (!Object.keys(fields).some((field) => SHOWN.includes(field))) setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return {
    codes,
    scanning,
    terms,
    problems,
    failure,
    made,
    busy,
    due: due.length,
    create,
    change: (changes: Partial<Terms>) => setTerms((now) => ({ ...now, ...changes })),
    forget: (field: string) => setProblems(({ [field]: _, ...rest }) => rest),
  }
}
