/** Local time as an input of type `datetime-local` has it: '2026-11-21T11:30'. */
export const toWall = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
    .format(at)
    .replace(' ', 'T')

const MINUTE = 60_000

/** The moment at which that clock shows it; undefined for what is no time. */
export function fromWall(wall: string, timeZone: string): Date | undefined {
  const shown = Date.parse(`${wall}Z`)
  if (Number.isNaN(shown)) return undefined
  const offsetAt = (time: number) => {
    const minute = Math.floor(time / MINUTE) * MINUTE
    return Date.parse(`${toWall(new Date(minute), timeZone)}Z`) - minute
  }
  // The offset is that of the moment itself, which is known only roughly before it is applied.
  return new Date(shown - offsetAt(shown - offsetAt(shown)))
}

/** The usual name of a time zone: 'Brasilia Time', not 'America/Sao_Paulo'. */
export const zoneName = (timeZone: string, language: string) =>
  new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
