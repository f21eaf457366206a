/** Maximum of one call; the server checks it too. */
export const MOST_TRACKED = 100
export const MOST_RECORDED = 500

/** Splits what was typed, pasted or scanned into codes, each once, in the order given. */
export const splitCodes = (text: string): string[] => [
  ...new Set(
    gathered(text)
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]

/** Codes of parcels with their numbers, as many as one call takes. */
export const PARCEL_CODES = {
  read: (text: string) => [
    ...new Set(
      inOnePiece(text)
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ],
  most: MOST_RECORDED,
}

/** A space or a mark between the groups of a code; a new line begins another code. */
const GAP = '(?:[^\\S\\r\\n]|[./_\\-\\u2010-\\u2015\\u2212\\u00ad\\u200b-\\u200f\\u2060]){0,3}'
const WHOLE = '[A-Za-z]{2}[0-9]{9}[A-Za-z]{2}(?:-?[0-9]{3})?'
const GROUPED = `[A-Za-z]{2}${GAP}(?:[0-9]${GAP}){9}[A-Za-z]{2}(?:${GAP}[0-9]{3})?`
const PRINTED = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${WHOLE}|${GROUPED})(?![\\p{L}\\p{N}_])`, 'gu')

/** Mark of a scanner before a code: it says of which kind the code is. */
const KIND = /(?<=^|[\s,;])\][A-Za-z][0-9](?=[\p{L}\p{N}])/gu

/** The text with every code in one piece, as labels print it in groups and people write it. */
function inOnePiece(text: string, read = (code: string) => code) {
  return text
    .replace(/[０-９Ａ-Ｚａ-ｚ－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(KIND, '')
    .replace(PRINTED, (printed) => read(printed.replace(/[^A-Za-z0-9]/g, '')))
}

/** The same without the number of a parcel. The server reads codes in the same way. */
export const gathered = (text: string) => inOnePiece(text, shipmentCode)

const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]
const S10 = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/

/** The last digit of a postal item number follows from the others (UPU S10). */
function checkDigit(serial: string) {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(serial[at]), 0)
  const digit = 11 - (sum % 11)
  if (digit === 10) return 0
  return digit === 11 ? 5 : digit
}

/**
 * Why a code may be mistyped: its form is another one, or its digits do not add up. A hint only: partners
 * have numbers of other forms, so nothing is refused for it.
 */
export function doubtAbout(code: string): 'form' | 'digits' | undefined {
  const [, serial, digit] = S10.exec(code) ?? []
  if (!serial) return 'form'
  return checkDigit(serial) === Number(digit) ? undefined : 'digits'
}

/** A label of one parcel of many has its number after the code of the shipment; the server reads it so, too. */
export function shipmentCode(scanned: string) {
  const code = scanned.slice(0, -3)
  return /\d{3}$/.test(scanned) && doubtAbout(code.toUpperCase()) === undefined ? code : scanned
}

/** The address that shows these codes to anybody: each code has a page of its own. */
export const shareLink = (origin: string, codes: string[]) =>
  codes.length === 1
    ? `${origin}/tracking/${encodeURIComponent(codes[0] ?? '')}`
    : `${origin}/tracking?codes=${codes.join(',')}`
