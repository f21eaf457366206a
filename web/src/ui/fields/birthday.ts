import type { TFunction } from 'i18next'

/** A day as people type it, dd/mm/yyyy, and as the API has it. */

const DAY_LENGTH = 'dd/mm/yyyy'.length

/** Puts the slashes in as far as it is typed. */
export function formatDay(text: string) {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/')
}

/** '2008-02-29'; undefined while it is not complete, and for a day no calendar has. */
export function parseDay(text: string): string | undefined {
  if (text.length !== DAY_LENGTH) return undefined
  const [day, month, year] = text.split('/').map(Number)
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

/** As it is typed. The server has the same rule. */
export function problemOfBirthday(text: string, today: string, t: TFunction<['codes']>) {
  if (!text) return undefined
  const birthday = parseDay(text)
  if (!birthday) return t('codes:not_a_date')
  return ageOn(birthday, today) < MIN_AGE ? t('codes:too_young', { min: MIN_AGE }) : undefined
}

/** A day of the API as people type it; empty for none. */
export const typedDay = (day: string | null) => day?.split('-').reverse().join('/') ?? ''
