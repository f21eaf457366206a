import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateReceivingList,
  receivingMeasure,
  receivingScan,
} from '@/api/generated/endpoints/receiving/receiving'
import type { ParcelMeasurement, ParcelScan, ReweighVerdict, ScannedParcel } from '@/api/schema'
import { useSound } from '@/blocks/scan/useSound'
import { isNotTold, useUnanswered } from '@/blocks/scan/useUnanswered'
import { readDraft, UNSENT, writeDraft } from '@/ui/form/draft'
import { lateNotes, lateRefusal } from './late-answer'

/** Verdicts that hold the shipment until its client answers. */
const HOLDING = new Set<ReweighVerdict>(['held_confirm', 'held_funds', 'refused_limit'])

export const isHolding = (verdict: ReweighVerdict | null | undefined) =>
  Boolean(verdict && HOLDING.has(verdict))

/** A parcel of which the server does not know all. `scan` and `measure` are there until each has its answer. */
export type UnsentParcel = {
  id: string
  code: string
  scan?: ParcelScan | undefined
  /** Known once it is scanned. */
  parcelId?: string | undefined
  measure?: ParcelMeasurement | undefined
  /** Why it is not sent again by itself. */
  refusal?: string | undefined
  /** Nobody knows its code: it can be kept. */
  isUnknown?: boolean | undefined
  /** Things to be done with it, though it was taken. */
  notes?: string[]
}

const DRAFT = `${UNSENT}receiving`
type Draft = { parcels: UnsentParcel[] }

export const isUnsent = ({ scan, measure, refusal }: UnsentParcel) =>
  refusal === undefined && Boolean(scan || measure)

type Options = {
  /** True when the parcel is still in hand: its answer is shown there. */
  onScanned(id: string, answer: ScannedParcel): boolean
  whyNot(failure: unknown): string
}

/** Parcels whose calls got no answer. They outlive a reload, and are sent again by themselves, each in its turn with its keys. */
export function useUnsentParcels({ onScanned, whyNot }: Options) {
  const { t } = useTranslation('receiving')
  const client = useQueryClient()
  const sound = useSound()
  const [parcels, setParcels] = useState(() => readDraft<Draft>(DRAFT)?.parcels ?? [])
  /** The newest ones: an answer may come before the page is drawn again. */
  const newest = useRef(parcels)
  useUnanswered({
    lines: parcels.map((parcel) => ({ code: parcel.id, unsent: isUnsent(parcel) })),
    send,
  })

  function put(next: UnsentParcel[]) {
    newest.current = next
    setParcels(next)
    writeDraft(DRAFT, { parcels: next } satisfies Draft)
  }

  const find = (id: string) => newest.current.find((parcel) => parcel.id === id)
  const remove = (id: string) => put(newest.current.filter((parcel) => parcel.id !== id))
  const change = (id: string, part: Partial<UnsentParcel>) =>
    put(newest.current.map((parcel) => (parcel.id === id ? { ...parcel, ...part } : parcel)))

  async function send(id: string) {
    // One before it waits again: the next parcel of a shipment is the one that was scanned next.
    if (newest.current.find(isUnsent)?.id !== id) return
    try {
      await sendScan(id)
      await sendMeasure(id)
    } catch (error) {
      if (!isNotTold(error)) refuse(id, whyNot(error))
    }
  }

  function refuse(id: string, refusal: string) {
    sound.play('unknown')
    change(id, { refusal })
  }

  async function sendScan(id: string) {
    const scan = find(id)?.scan
    if (!scan) return
    const { data } = await receivingScan(scan)
    void invalidateReceivingList(client)
    if (onScanned(id, data)) return remove(id)
    const parcelId = data.parcel?.id
    const notes = lateNotes(data, t)
    const isUnknown = data.outcome === 'unknown'
    change(id, { parcelId, notes, isUnknown, ...(parcelId && { scan: undefined }) })
    const refusal = lateRefusal(data, t)
    if (refusal) refuse(id, refusal)
    else finish(id)
  }

  async function sendMeasure(id: string) {
    const parcel = find(id)
    const { parcelId, measure } = parcel ?? {}
    if (!parcel || parcel.refusal || !parcelId || !measure) return
    const { data } = await receivingMeasure(parcelId, measure)
    void invalidateReceivingList(client)
    const aside = isHolding(data.verdict) ? [t('putAside', { code: parcel.code })] : []
    change(id, { measure: undefined, notes: [...(parcel.notes ?? []), ...aside] })
    finish(id)
  }

  /** Nothing more to send: it goes, unless somebody still has to do something with it. */
  function finish(id: string) {
    const { scan, measure, notes = [] } = find(id) ?? {}
    if (scan || measure) return
    if (notes.length === 0) return remove(id)
    sound.play('unknown')
  }

  return {
    parcels,
    isWaiting: () => newest.current.some(isUnsent),
    add: (parcel: UnsentParcel) => put([...newest.current, parcel]),
    /** Keeps the measures of a parcel whose scan got no answer. */
    measure: (id: string, measure: ParcelMeasurement) => change(id, { measure }),
    remove,
    sendAgain: (id: string) => change(id, { refusal: undefined }),
    keep(id: string) {
      const scan = find(id)?.scan
      if (scan) change(id, { scan: { ...scan, keep_unknown: true }, refusal: undefined, isUnknown: false })
    },
  }
}
