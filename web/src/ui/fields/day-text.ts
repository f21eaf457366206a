import type { DayOrder } from '@/ui/format'
import { isDay } from './birthday'

/** A day as people type it, with the part first that their country writes first, and as the API has it: 2026-11-21. */

/** Digits of the parts, in the order of the reader. */
const PARTS = { day: [2, 2, 4], month: [2, 2, 4], year: [4, 2, 2] } as const
const WHOLE = 'dd/mm/yyyy'.length

/** As long as a day, so that it can be judged. */
export const isWholeText = (text: string) => text.length >= WHOLE

/** Puts the slashes in as far as it is typed: '1/5/2026' and '01052026' are both '01/05/2026'. */
function formatText(text: string, order: DayOrder) {
  const typed = text.split(/\D+/)
  const digits = typed
    .map((part, at) => (at < typed.length - 1 && part.length === 1 ? `0${part}` : part))
    .join('')
  const parts: string[] = []
  let from = 0
  for (const length of PARTS[order]) {
    parts.push(digits.slice(from, from + length))
    from += length
  }
  return parts.filter(Boolean).join('/')
}

/** The day that the text names; undefined while it is not complete, and for a day no calendar has. */
function readText(text: string, order: DayOrder) {
  if (text.length !== WHOLE) return undefined
  const numbers = text.split('/')
  const [year, month, day] =
    order === 'year'
      ? numbers
      : [numbers[2], numbers[order === 'month' ? 0 : 1], numbers[order === 'month' ? 1 : 0]]
  const written = `${year}-${month}-${day}`
  return isOnCalendar(written) ? written : undefined
}

function isOnCalendar(day: string) {
  const date = new Date(`${day}T00:00:00Z`)
  // A month that is over goes on into the next one.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day
}

/** What was typed or pasted: the day of the API if it is one, otherwise the text with its slashes. */
export function takeDay(text: string, order: DayOrder) {
  const trimmed = text.trim()
  if (isDay(trimmed) && isOnCalendar(trimmed)) return trimmed
  const formatted = formatText(trimmed, order)
  return readText(formatted, order) ?? formatted
}

/** A day of the API as people type it; other text is returned unchanged. */
export function showDay(value: string, order: DayOrder) {
  if (!isDay(value)) return value
  const [year, month, day] = value.split('-')
  const parts = { day: [day, month, year], month: [month, day, year], year: [year, month, day] }
  return parts[order].join('/')
}
