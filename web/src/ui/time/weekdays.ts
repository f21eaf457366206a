import type { Format } from '@/ui/format'

const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** 'Fri, 27/11/2026': a day of a calendar, the same in every zone. */
export const weekdayAndDay = (format: Format, day: string) =>
  new Intl.DateTimeFormat(format.preferences.locale, {
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(at(day))

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** 'Mon' for 1. The first of January 2024 was a Monday. */
export const weekdayName = (format: Format, weekday: number) =>
  new Intl.DateTimeFormat(format.preferences.locale, { weekday: 'short', timeZone: 'UTC' }).format(
    at(`2024-01-0${weekday}`),
  )
