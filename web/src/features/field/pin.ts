const DIGITS = 6

/** The digits of a PIN, however it was typed. */
export const pinOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '')

/** Whether it can be a PIN: the last digit follows from the others, so that a mistyped one is noticed without a network. */
export function isPin(text: string) {
  const digits = pinOf(text)
  if (digits.length !== DIGITS) return false
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
