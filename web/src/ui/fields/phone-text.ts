import type { CallingCode } from './PhoneField'
import { showExtension, splitExtension } from './phone-extension'
import { maskPhone } from './phone-mask'

const digits = (text: string) => text.replace(/\D/g, '')

/** The longest code the number begins with: '+1809…' is not the United States. */
function splitPhone(value: string, codes: CallingCode[]) {
  const all = digits(value)
  const code = codes
    .filter(({ ddi }) => all.startsWith(digits(ddi)))
    .sort((a, b) => digits(b.ddi).length - digits(a.ddi).length)[0]
  return code && { code, rest: all.slice(digits(code.ddi).length) }
}

/** A number of the API as text: '+13055550123' is '+1 (305) 555-0123'. A number without a known code is unchanged. */
export function phoneText(value: string, codes: CallingCode[]) {
  const { number, extension } = splitExtension(value)
  const found = splitPhone(number, codes)
  if (!found?.rest) return value
  const shown = `+${found.code.ddi.replace(/\D/g, '')} ${maskPhone(found.rest, found.code.mask)}`
  return showExtension(shown, extension)
}
