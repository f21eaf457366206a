import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { priceVersionImport, priceVersionShow } from '@/api/generated/endpoints/prices/prices'
import type { PriceSheetReading, PriceSheetResult } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { refreshVersion } from '../useVersionActions'
import { UNDECIDED } from './sheet-parts'

export type SheetImport = ReturnType<typeof useSheetImport>

/** A file that is read as soon as it is chosen, and again after each decision about it. */
export function useSheetImport(id: string, version: number) {
  const { t } = useTranslation('price-simulation')
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [decided, setDecided] = useState<PriceSheetReading>(UNDECIDED)
  const [result, setResult] = useState<PriceSheetResult>()
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)
  // The answer about a file that was replaced meanwhile is too late.
  const latest = useRef<File | null>(null)

  async function send(sent: File, reading: PriceSheetReading, dry_run: boolean) {
    setPending(true)
    setError(undefined)
    try {
      const { data } = await priceVersionImport(id, { file: sent, version, dry_run, reading })
      if (latest.current !== sent) return
      if (!data.taken) return setResult(data)
      refreshVersion(queryClient, (await priceVersionShow(id)).data)
      notify.success(t('file.taken', { count: data.read }))
      choose(null)
    } catch (failure) {
      if (latest.current === sent) setError(fieldTexts(failure).file ?? errorText(failure))
    } finally {
      if (latest.current === sent || latest.current === null) setPending(false)
    }
  }

  function choose(next: File | null) {
    latest.current = next
    setFile(next)
    setDecided(UNDECIDED)
    setResult(undefined)
    setError(undefined)
    if (next) void send(next, UNDECIDED, true)
  }

  function decide(next: PriceSheetReading) {
    setDecided(next)
    if (file) void send(file, next, true)
  }

  function take() {
    if (file) void send(file, decided, false)
  }
  return { file, decided, result, error, isPending, choose, decide, take }
}
