import type { TFunction } from 'i18next'

/** A day as people type it, 21/11/2026 or 11/21/2026, and as the API has it, 2026-11-21. */

const DAY_LENGTH = 'dd/mm/yyyy'.length

export const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Puts the slashes in as far as it is typed. */
export function formatDay(text: string) {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/')
}

/** '2008-02-29'; undefined while it is not complete, and for a day no calendar has. */
export function parseDay(text: string, monthFirst: boolean): string | undefined {
  if (text.length !== DAY_LENGTH) return undefined
  const [first, second, year] = text.split('/').map(Number)
  const [day, month] = monthFirst ? [second, first] : [first, second]
  if (!day || !month || !year) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  // A month that is over goes on into the next one.
  const stands =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return stands ? date.toISOString().slice(0, 10) : undefined
}

/** Full years between two days; on the birthday itself the new one counts. */
export function ageOn(birthday: string, today: string) {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** The day it is in a time zone. */
export const todayIn = (timeZone: string, now = new Date()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)

const MIN_AGE = 18

/** The value is a day of the API, or text that is not a day yet. The server has the same rule. */
export function problemOfBirthday(value: string, today: string, t: TFunction<['codes']>) {
  if (!value) return undefined
  if (!isDay(value)) return t('codes:not_a_date')
  return ageOn(value, today) < MIN_AGE ? t('codes:too_young', { min: MIN_AGE }) : undefined
}

/** A day of the API as people type it; other text is returned unchanged. */
export function typedDay(value: string, monthFirst: boolean) {
  if (!isDay(value)) return value
  const [year, month, day] = value.split('-')
  return (monthFirst ? [month, day, year] : [day, month, year]).join('/')
}
