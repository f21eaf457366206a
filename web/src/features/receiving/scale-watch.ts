import type { ScaleReading, ScaleState } from './scale-frames'

/** A weight that is older was perhaps that of another parcel. */
const FRESH_MS = 2000
/** Between two parcels the scale is empty, or shows another weight by more than this. */
const OTHER_PARCEL_GRAMS = 50

/** What a scale has shown since the last parcel. */
export type ScaleWatch = {
  reading: ScaleReading
  /** Time of the reading, in milliseconds. */
  at: number
  /** Weight of the last parcel. */
  taken: number | null
  /** It was empty, or showed another weight, since then. */
  isCleared: boolean
}

export const NEW_WATCH: ScaleWatch = {
  reading: { state: 'incomplete', grams: null, value: null, unit: null },
  at: 0,
  taken: null,
  isCleared: true,
}

/** The watch after a reading. A frame that is not whole changes nothing. */
export function watchScale(watch: ScaleWatch, reading: ScaleReading, now: number): ScaleWatch {
  if (reading.state === 'incomplete') return watch
  return { ...watch, reading, at: now, isCleared: watch.isCleared || isOtherParcel(reading, watch.taken) }
}

function isOtherParcel({ state, grams }: ScaleReading, taken: number | null) {
  if (state === 'zero' || grams === 0) return true
  return grams !== null && taken !== null && Math.abs(grams - taken) > OTHER_PARCEL_GRAMS
}

/** Why the weight on the scale is not that of a parcel. */
export type WeightRefusal = Exclude<ScaleState, 'stable'> | 'too_old' | 'not_cleared'

/** The weight for a parcel, or the reason why there is none. */
export function findWeight(watch: ScaleWatch, now: number): { grams: number } | { refusal: WeightRefusal } {
  const { state, grams } = watch.reading
  if (state !== 'stable') return { refusal: state }
  if (!grams) return { refusal: 'zero' }
  if (now - watch.at > FRESH_MS) return { refusal: 'too_old' }
  return watch.isCleared ? { grams } : { refusal: 'not_cleared' }
}

/** The watch after a parcel got the weight: the next one needs a weight of its own. */
export const takeWeight = (watch: ScaleWatch, grams: number): ScaleWatch => ({
  ...watch,
  taken: grams,
  isCleared: false,
})
