/** Serials of airlines have seven digits; the eighth of a printed number is their remainder by seven. */
const DIGITS = 7

/** The serial in what somebody typed; undefined for what is none, also for one with its check digit. */
export function readSerial(typed: string | null): number | undefined {
  const digits = (typed ?? '').replace(/[\s.-]/g, '')
  return /^\d{1,7}$/.test(digits) ? Number(digits) : undefined
}

/** '0000100': zeros at the beginning are digits like others. */
export const serialText = (serial: number) => String(serial).padStart(DIGITS, '0')

/** '00001002', as it stands on a waybill behind the digits of the airline. */
export const numberText = (serial: number) => `${serialText(serial)}${serial % 7}`

/** How many numbers a range has; none while it is not one. */
export const countNumbers = (first: number | undefined, last: number | undefined) =>
  first === undefined || last === undefined || last < first ? 0 : last - first + 1
