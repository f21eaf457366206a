const KEY = 'remessa-clock-offset'

let offset: number | undefined

function readOffset() {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === null ? undefined : Number(kept)
  } catch {
    return undefined
  }
}

/**
 * Measures how far the server's clock is ahead of this one. The header has whole seconds, and the answer was on its way for a
 * part of the time since the call: a change that is smaller than this is none. An answer that a cache may have kept tells
 * the time of long ago.
 */
export function noteServerTime(headers: Headers, sentAt: number, receivedAt = Date.now()) {
  const date = Date.parse(headers.get('Date') ?? '')
  if (Number.isNaN(date) || !headers.get('Cache-Control')?.includes('no-store')) return
  const measured = Math.round((date - (sentAt + receivedAt) / 2) / 1000)
  const uncertainty = (receivedAt - sentAt) / 2000 + 1
  const known = serverOffset()
  if (known !== undefined && Math.abs(measured - known) <= uncertainty) return
  offset = measured
  try {
    localStorage.setItem(KEY, String(measured))
  } catch {
    // Storage is switched off: it is measured anew on the next page.
  }
}

/** Seconds that the server's clock was ahead at the last contact; none if there was never one. */
export function serverOffset() {
  offset ??= readOffset()
  return offset
}

/** Now by the clock of the server, as well as this page knows it. */
export const serverNow = () => new Date(Date.now() + (serverOffset() ?? 0) * 1000)
