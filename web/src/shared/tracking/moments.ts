/** Dates as people say them; the year only when it is another one. */
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/** '25 Nov' of a moment in a time zone, or of a day without a time. */
export function shortDay(value: string, locale: string, timeZone = 'UTC') {
  return new Intl.DateTimeFormat(locale, { ...DAY, ...yearOf(value), timeZone }).format(new Date(value))
}

/** '25 – 27 Nov', or one day when the span has no other beginning. */
export function shortDays(from: string | null | undefined, to: string, locale: string) {
  if (!from) return shortDay(to, locale)
  const format = new Intl.DateTimeFormat(locale, { ...DAY, ...yearOf(to), timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}

/** '25 Nov, 14:10'. */
export function shortMoment(value: string, timeZone: string, locale: string) {
  const options = { ...DAY, ...yearOf(value), ...TIME, timeZone }
  return new Intl.DateTimeFormat(locale, options).format(new Date(value))
}

const yearOf = (value: string): Intl.DateTimeFormatOptions =>
  new Date(value).getUTCFullYear() === new Date().getUTCFullYear() ? {} : { year: 'numeric' }
