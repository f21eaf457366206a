import { type CallingCode, splitPhone } from './PhoneField'
import { maskPhone } from './phone-mask'

/** A number of the API as text: '+13055550123' is '+1 (305) 555-0123'. A number without a known code is unchanged. */
export function phoneText(value: string, codes: CallingCode[]) {
  const found = splitPhone(value, codes)
  if (!found?.rest) return value
  return `+${found.code.ddi.replace(/\D/g, '')} ${maskPhone(found.rest, found.code.mask)}`
}
