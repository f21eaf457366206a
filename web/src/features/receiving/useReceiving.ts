import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import {
  invalidateReceivingList,
  receivingMeasure,
  receivingPhoto,
  receivingScan,
  receivingWithdraw,
} from '@/api/generated/endpoints/receiving/receiving'
import type { ReceivedParcel, ReweighVerdict, ScannedParcel, WeightSource } from '@/api/schema'
import { useSound } from '@/blocks/scan/useSound'
import { notify } from '@/ui/dialogs/notify'
import { shrinkPhoto, UnreadablePicture } from '@/ui/shrink-photo'
import type { Sides } from './station-input'
import type { Station } from './useStation'

export type Weighed = { grams: number; text: string; source: WeightSource }

/** The parcel on the table: what its code has led to, and what was measured since. */
export type InHand = { code: string; answer: ScannedParcel; weighed?: Weighed; sides?: Sides }

/** Verdicts that hold the shipment until its client answers. */
const HOLDING = new Set<ReweighVerdict>(['held_confirm', 'held_funds', 'refused_limit'])

/** A call that got no answer is sent again with its key: the server then changes nothing twice. */
type Attempt = { what: string; key: string }

/** The work of the station, one parcel after the other. */
export function useReceiving(station: Station) {
  const { t } = useTranslation('receiving')
  const client = useQueryClient()
  const sound = useSound()
  const [inHand, setInHand] = useState<InHand>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = useRef<Attempt>(undefined)

  function keyOf(what: string) {
    if (attempt.current?.what !== what) attempt.current = { what, key: crypto.randomUUID() }
    return attempt.current.key
  }

  /** False when the call failed: nothing typed is lost, and the same again is one and the same call. */
  async function run(work: () => Promise<void>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      sound.play('unknown')
      setFailure(error instanceof UnreadablePicture ? t('photo.unreadable') : errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  async function scan(code: string, keep_unknown = false) {
    if (inHand && !(await save())) return
    await run(async () => {
      const { name, warehouse_id } = station
      const key = keyOf(`scan ${code} ${keep_unknown}`)
      const form = { key, code, station: name, keep_unknown, ...(warehouse_id && { warehouse_id }) }
      const { data } = await receivingScan(form)
      attempt.current = undefined
      sound.play(data.outcome === 'received' ? 'taken' : data.outcome === 'known' ? 'known' : 'unknown')
      setInHand({ code, answer: data })
      if (data.outcome === 'received') void invalidateReceivingList(client)
    })
  }

  /** Sends the measures of the parcel, if it has a weight. */
  async function save() {
    const { code, answer, weighed, sides } = inHand ?? {}
    const parcel = answer?.parcel
    if (!parcel || (!weighed && !sides)) return true
    if (!weighed) {
      setFailure(t('weightFirst'))
      return false
    }
    return run(async () => {
      const what = `measure ${parcel.id} ${weighed.grams} ${JSON.stringify(sides)}`
      const { grams: weight_g, text: weight_text, source: weight_source } = weighed
      const form = { key: keyOf(what), weight_g, weight_text, weight_source, ...sides }
      const { data } = await receivingMeasure(parcel.id, form)
      if (data.verdict && HOLDING.has(data.verdict)) {
        sound.play('unknown')
        notify.warning(t('putAside', { code }))
      }
      attempt.current = undefined
      void invalidateReceivingList(client)
      setInHand(undefined)
    })
  }

  /** Takes the photo into the parcel. */
  async function photograph(parcel: ReceivedParcel, file: File) {
    return run(async () => {
      const { data } = await receivingPhoto(parcel.id, { file: await shrinkPhoto(file) })
      setInHand((now) => now && { ...now, answer: { ...now.answer, parcel: data } })
      void invalidateReceivingList(client)
    })
  }

  async function withdraw(id: string) {
    const done = await run(async () => {
      await receivingWithdraw(id)
      void invalidateReceivingList(client)
    })
    if (!done) return
    setInHand((now) => (now?.answer.parcel?.id === id ? undefined : now))
    notify.success(t('withdrawn'))
  }

  return {
    inHand,
    failure,
    busy,
    scan,
    save,
    photograph,
    withdraw,
    weigh: (weighed: Weighed) => setInHand((now) => now && { ...now, weighed }),
    measure: (sides: Sides) => setInHand((now) => now && { ...now, sides }),
    putAside: () => setInHand(undefined),
  }
}

export type Receiving = ReturnType<typeof useReceiving>
