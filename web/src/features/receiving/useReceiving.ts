import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  invalidateReceivingList,
  receivingClose,
  receivingMeasure,
  receivingPhoto,
  receivingScan,
  receivingWithdraw,
} from '@/api/generated/endpoints/receiving/receiving'
import type { ParcelMeasurement, ParcelScan, ReceivedParcel, ScannedParcel, WeightSource } from '@/api/schema'
import { serverNow } from '@/api/server-clock'
import { useSound } from '@/blocks/scan/useSound'
import { hasNoAnswer } from '@/blocks/scan/useUnanswered'
import { notify } from '@/ui/dialogs/notify'
import { shrinkPhoto, UnreadablePicture } from '@/ui/shrink-photo'
import { sentences } from '@/ui/wording'
import type { Sides } from './station-input'
import type { Station } from './useStation'
import { isHolding, useUnsentParcels } from './useUnsentParcels'

export type Weighed = { grams: number; text: string; source: WeightSource }

type Measured = { code: string; weighed?: Weighed; sides?: Sides }

/** The parcel on the table: what its code has led to, and what was measured since. */
export type KnownInHand = Measured & { answer: ScannedParcel; unsent?: undefined }

/** Its scan got no answer yet, and waits under this name among the unsent ones. */
export type UnansweredInHand = Measured & { answer?: undefined; unsent: string }

export type InHand = KnownInHand | UnansweredInHand

/** The fate of a code that nobody knows: the station asks, keeps the parcel, or keeps a second parcel of the same code. */
type Unknown = 'ask' | 'keep' | 'another'

/** A call that got no answer is sent again with its key: the server then changes nothing twice. */
type Attempt = { what: string; key: string }

/** The work of the station, one parcel after the other. */
export function useReceiving(station: Station) {
  const { t } = useTranslation('receiving')
  const client = useQueryClient()
  const sound = useSound()
  const [inHand, setInHand] = useState<InHand>()
  const [failure, setFailure] = useState<string>()
  /** The code whose scan was just undone: it can be scanned again at once. */
  const [undone, setUndone] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = useRef<Attempt>(undefined)
  /** What is in hand at this moment: lines come faster than a page is drawn. */
  const now = useRef<InHand>(undefined)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const unsent = useUnsentParcels({ onScanned: answerLate, whyNot })

  function hold(next: InHand | undefined) {
    now.current = next
    setInHand(next)
    if (next) setUndone(undefined)
  }

  /** The parcel in hand is known at last. False when it is another one by now. */
  function answerLate(id: string, answer: ScannedParcel) {
    const held = now.current
    if (held?.unsent !== id) return false
    const { code } = held
    sound.play(toneOf(answer))
    hold({ code, answer, ...measuresOf(held) })
    return true
  }

  /** Whoever scans goes on: what got no answer waits behind what waits already. */
  function scanLater(scan: ParcelScan) {
    attempt.current = undefined
    sound.play('known')
    unsent.add({ id: scan.key, code: scan.code, scan })
    hold({ code: scan.code, unsent: scan.key })
  }

  /** One after the other: a scanner is faster than the network, and each code saves the parcel before it. */
  function inTurn(work: () => unknown) {
    turn.current = turn.current.then(work).catch(notify.failure)
  }

  function keyOf(what: string) {
    if (attempt.current?.what !== what) attempt.current = { what, key: crypto.randomUUID() }
    return attempt.current.key
  }

  /** A refused measure is named: the parcel stays in hand until it is weighed or measured again. */
  function whyNot(error: unknown) {
    if (error instanceof UnreadablePicture) return t('photo.unreadable')
    const refused = fieldTexts(error)
    if (refused.weight_g) return t('weightWrong')
    if (refused.length_mm || refused.width_mm || refused.height_mm) return t('sizeWrong')
    return errorText(error)
  }

  /** False when the call failed: nothing typed is lost. `notTold` says what to do when it got no answer. */
  async function run(work: () => Promise<void>, notTold?: string) {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      sound.play('unknown')
      setFailure(notTold && hasNoAnswer(error) ? notTold : whyNot(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  /** A code that was not taken is named: whoever scans does not look at the screen each time. */
  async function scan(code: string, unknown: Unknown = 'ask') {
    const { unsent: waits, weighed, sides, code: held } = now.current ?? {}
    // Scanned again because nothing came: a second parcel of its code has a weight before it.
    if (waits && held === code && !weighed && !sides) return
    const isTaken = (await save()) && (await take(code, unknown))
    if (!isTaken) setFailure((reason) => sentences([reason, t('notTaken', { code })]))
  }

  const take = (code: string, unknown: Unknown) =>
    run(async () => {
      const { name, warehouse_id } = station
      const key = keyOf(`scan ${code} ${unknown}`)
      const keeping = { keep_unknown: unknown !== 'ask', another: unknown === 'another' }
      const form = { key, code, station: name, ...keeping, ...(warehouse_id && { warehouse_id }) }
      const scanned_at = serverNow().toISOString()
      const data = await unlessUnsent(async () => (await receivingScan(form)).data)
      if (!data) return scanLater({ ...form, scanned_at })
      attempt.current = undefined
      sound.play(toneOf(data))
      // A parcel that is kept may have been weighed before its code was found to be unknown.
      hold(unknown === 'keep' ? { ...measuresOf(now.current), code, answer: data } : { code, answer: data })
      if (data.outcome === 'received') void invalidateReceivingList(client)
    })

  /** Undefined when the call must wait: it got no answer, or others that got none wait before it. */
  async function unlessUnsent<D>(call: () => Promise<D>) {
    if (unsent.isWaiting()) return undefined
    try {
      return await call()
    } catch (error) {
      if (hasNoAnswer(error)) return undefined
      throw error
    }
  }

  /** Sends the measures of the parcel, if it has a weight. */
  async function save() {
    const held = now.current
    if (!held || (!held.weighed && !held.sides)) return true
    const { code, answer, weighed, sides } = held
    const name = answer ? answer.parcel?.id : held.unsent
    if (!name) return true
    if (!weighed) {
      sound.play('unknown')
      setFailure(t('weightFirst'))
      return false
    }
    return run(async () => {
      const what = `measure ${name} ${weighed.grams} ${JSON.stringify(sides)}`
      const { grams: weight_g, text: weight_text, source: weight_source } = weighed
      const form = { key: keyOf(what), weight_g, weight_text, weight_source, ...sides }
      if (held.unsent) unsent.measure(held.unsent, { ...form, measured_at: serverNow().toISOString() })
      else await sendMeasure({ id: name, code }, form)
      attempt.current = undefined
      hold(undefined)
    })
  }

  async function sendMeasure({ id, code }: Pick<ReceivedParcel, 'id' | 'code'>, form: ParcelMeasurement) {
    const measured_at = serverNow().toISOString()
    const data = await unlessUnsent(async () => (await receivingMeasure(id, form)).data)
    if (!data) {
      sound.play('known')
      return unsent.add({ id: form.key, code, parcelId: id, measure: { ...form, measured_at } })
    }
    if (isHolding(data.verdict)) {
      sound.play('unknown')
      notify.warning(t('putAside', { code }))
    }
    void invalidateReceivingList(client)
  }

  /** False while the measures of the parcel could not be saved. */
  async function next() {
    const isSaved = await save()
    if (isSaved) hold(undefined)
    return isSaved
  }

  /** Takes the photo into the parcel. Another one can be in hand when it has arrived. */
  async function photograph(parcel: ReceivedParcel, file: File) {
    return run(
      async () => {
        const { data } = await receivingPhoto(parcel.id, { file: await shrinkPhoto(file) })
        const held = now.current
        if (held?.answer && held.answer.parcel?.id === parcel.id) {
          hold({ ...held, answer: { ...held.answer, parcel: data } })
        }
        void invalidateReceivingList(client)
      },
      t('photo.notSent', { code: parcel.code }),
    )
  }

  async function withdraw({ id, code }: Pick<ReceivedParcel, 'id' | 'code'>) {
    const done = await run(async () => {
      await receivingWithdraw(id)
      void invalidateReceivingList(client)
    })
    if (!done) return
    if (now.current?.answer?.parcel?.id === id) hold(undefined)
    if (!now.current) setUndone(code)
    notify.success(t('withdrawn'))
  }

  /** The shipment goes on without its other parcels. A refusal stands in the dialog that asked why. */
  async function close(parcel: ReceivedParcel, reason: string) {
    await receivingClose(parcel.id, { reason })
    const held = now.current
    const shipment = held?.answer?.shipment
    if (held?.answer && shipment && held.answer.parcel?.id === parcel.id) {
      const missing_count = shipment.parcel_count - shipment.received_count
      hold({ ...held, answer: { ...held.answer, shipment: { ...shipment, missing_count } } })
    }
    void invalidateReceivingList(client)
    notify.success(t('missing.done', { code: parcel.tracking_code }))
  }

  return {
    inHand,
    failure,
    /** The code to scan again while nothing is in hand. */
    undone: inHand ? undefined : undone,
    busy,
    inTurn,
    /** Undefined when there is no parcel. */
    canMeasure: () => (now.current?.unsent ? true : now.current?.answer?.parcel?.can.measure),
    unsent,
    /** Takes an unsent parcel out of the list, and off the table. */
    drop(id: string) {
      unsent.remove(id)
      if (now.current?.unsent === id) hold(undefined)
    },
    /** The parcel in hand has measures that the server does not know. */
    isUnsaved: () => Boolean(now.current?.weighed || now.current?.sides),
    scan,
    next,
    photograph,
    withdraw,
    close,
    weigh: (weighed: Weighed) => hold(now.current && { ...now.current, weighed }),
    measure: (sides: Sides) => hold(now.current && { ...now.current, sides }),
  }
}

export type Receiving = ReturnType<typeof useReceiving>

const toneOf = ({ outcome }: ScannedParcel) =>
  outcome === 'received' ? 'taken' : outcome === 'known' ? 'known' : 'unknown'

const measuresOf = (held: InHand | undefined) => ({
  ...(held?.weighed && { weighed: held.weighed }),
  ...(held?.sides && { sides: held.sides }),
})
