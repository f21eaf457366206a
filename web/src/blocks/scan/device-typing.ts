/** A device types a key every few milliseconds; nobody types so fast. */
const DEVICE_MS = 35
/** Fewer characters can be typed as fast by two hands. */
const LEAST_CHARACTERS = 6

/** A scanner without Enter is silent for this long after its last character. */
export const SILENCE_MS = 120

/** Whether these key strokes, by their times in milliseconds, come from a scanner or a keyboard scale. */
export function isFromDevice(times: number[]) {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined || times.length < LEAST_CHARACTERS) return false
  return (last - first) / (times.length - 1) < DEVICE_MS
}
