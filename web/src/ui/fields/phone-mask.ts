import { showExtension, splitExtension } from './phone-extension'

/** Takes a place of the mask for each digit: '1198' under '(##) ####-####' is '(11) 98'. */
function fill(mask: string, digits: string) {
  let at = 0
  let text = ''
  for (const sign of mask) {
    // No mark before the digit it belongs to: else a backspace would meet a mark that comes back at once.
    if (at >= digits.length) break
    text += sign === '#' ? digits[at++] : sign
  }
  return text
}

const places = (mask: string) => mask.split('#').length - 1

/** A national number as its country writes it; as it is when no mask has so many places. */
export function maskPhone(digits: string, masks: string[]) {
  const fitting = masks.filter((mask) => places(mask) >= digits.length)
  const mask = fitting.sort((a, b) => places(a) - places(b))[0]
  return mask ? fill(mask, digits) : digits
}

type Code = { ddi: string; mask: string[] }

/** Countries of this code write their numbers alike, whatever area codes are theirs. */
const NORTH_AMERICA: Code = { ddi: '1', mask: ['###-###-####'] }

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * An international number as people write it, and papers print it: '+55 11 98765-4321'; as it is when its code is not known.
 * Brackets belong to the national form alone, which is what one types.
 */
export function showPhone(stored: string, codes: Code[]) {
  const { number, extension } = splitExtension(stored)
  if (!number.startsWith('+')) return stored
  const all = digitsOf(number)
  const known = codes.filter(({ ddi }) => ddi !== '' && all.startsWith(digitsOf(ddi)))
  const [longest] = known.sort((a, b) => digitsOf(b.ddi).length - digitsOf(a.ddi).length)
  const code = all.startsWith(NORTH_AMERICA.ddi) ? NORTH_AMERICA : longest
  if (!code) return showExtension(number, extension)
  const ddi = digitsOf(code.ddi)
  if (all === ddi) return stored
  const national = maskPhone(all.slice(ddi.length), code.mask).replace(/[()]/g, '')
  return showExtension(`+${ddi} ${national}`, extension)
}
