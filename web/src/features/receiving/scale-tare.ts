import type { ScaleReading } from './scale-frames'

/** The tray alone does not always weigh the same. */
const UNREST_GRAMS = 5

/** The reading of a scale without the tray that lies on it. */
export function withoutTare(reading: ScaleReading, tare: number): ScaleReading {
  if (tare <= 0 || reading.grams === null) return reading
  const grams = reading.grams - tare
  if (grams < -UNREST_GRAMS) return { ...reading, state: 'negative', grams: null }
  return grams <= UNREST_GRAMS ? { ...reading, state: 'zero', grams: 0 } : { ...reading, grams }
}

/** The words of a weight: of the scale, and what was taken off. */
export const writeTared = (shown: string, tare: number) => (tare > 0 ? `${shown} − ${tare} g` : shown)
