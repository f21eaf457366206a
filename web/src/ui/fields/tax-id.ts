/** Brazilian tax numbers: shown with their dots, checked by their digits. The server checks again. */

const CPF_LENGTH = 11
const CNPJ_LENGTH = 14

/** Since 2026 a CNPJ may hold letters in all but its last two places. */
export const cleanTaxId = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '')

/** A letter counts as its code minus that of '0'; so does a digit. */
const charValue = (char: string) => char.charCodeAt(0) - '0'.charCodeAt(0)

function checkDigit(chars: string, weights: number[]) {
  const sum = weights.reduce((total, weight, at) => total + weight * charValue(chars.charAt(at)), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** 10, 9, … 2 for a CPF; 5, 4, 3, 2, 9, 8, … 2 for a CNPJ: both count up from the right, the latter to 9. */
const weightsFor = (length: number, highest: number) =>
  Array.from({ length }, (_, at) => ((length - 1 - at) % (highest - 1)) + 2)

function endsRight(chars: string, highest: number) {
  const body = chars.slice(0, -2)
  const first = checkDigit(body, weightsFor(body.length, highest))
  const second = checkDigit(`${body}${first}`, weightsFor(body.length + 1, highest))
  return chars.endsWith(`${first}${second}`)
}

export function isCpf(text: string) {
  const chars = cleanTaxId(text)
  return /^\d{11}$/.test(chars) && new Set(chars).size > 1 && endsRight(chars, CPF_LENGTH)
}

export function isCnpj(text: string) {
  const chars = cleanTaxId(text)
  return /^[0-9A-Z]{12}\d{2}$/.test(chars) && new Set(chars).size > 1 && endsRight(chars, 9)
}

/** Puts the marks in as far as it is typed: '529.982.2', '12.ABC.345/01DE-35'. */
export function formatCpf(text: string) {
  const [a, b, c, d] = parts(cleanTaxId(text).slice(0, CPF_LENGTH), [3, 3, 3, 2])
  return join(a, ['.', b], ['.', c], ['-', d])
}

export function formatCnpj(text: string) {
  const [a, b, c, d, e] = parts(cleanTaxId(text).slice(0, CNPJ_LENGTH), [2, 3, 3, 4, 2])
  return join(a, ['.', b], ['.', c], ['/', d], ['-', e])
}

/** A stored number with its marks, if it is a Brazilian one; any other as it is. */
export function taxIdText(number: string) {
  if (isCpf(number)) return formatCpf(number)
  return isCnpj(number) ? formatCnpj(number) : number
}

function parts(chars: string, lengths: number[]) {
  let at = 0
  return lengths.map((length) => {
    const part = chars.slice(at, at + length)
    at += length
    return part
  })
}

const join = (first: string | undefined, ...rest: [mark: string, part: string | undefined][]) =>
  rest.reduce((text, [mark, part]) => (part ? text + mark + part : text), first ?? '')
