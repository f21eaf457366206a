/** The time zone of shown times: of the place, of the reader, or UTC. */
export const CLOCKS = ['place', 'mine', 'utc'] as const
export type Clock = (typeof CLOCKS)[number]

type Parts = { day: string; time: string; zone: string }

const formatters = new Map<string, [Intl.DateTimeFormat, Intl.DateTimeFormat, Intl.DateTimeFormat]>()

function formattersFor(locale: string, timeZone: string) {
  const key = `${locale} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made: [Intl.DateTimeFormat, Intl.DateTimeFormat, Intl.DateTimeFormat] = [
    new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }),
    new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }),
    // The name of an offset ('GMT-3') is the same in every language of ours, and fits a narrow column.
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }),
  ]
  formatters.set(key, made)
  return made
}

/** Day, time and offset of a moment as a clock in that time zone shows them. */
export function localTime(at: string, timeZone: string, locale: string): Parts {
  const [day, time, zone] = formattersFor(locale, known(timeZone))
  const moment = new Date(at)
  const offset = zone.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return {
    day: day.format(moment),
    time: time.format(moment),
    zone: /^GMT([+-]0)?$/.test(offset) ? 'UTC' : offset,
  }
}

/** A zone that this browser has never heard of is read as UTC. */
function known(timeZone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return 'UTC'
  }
}
