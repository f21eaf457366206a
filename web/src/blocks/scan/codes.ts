/** How the codes of a list are read, and how many the list holds. */
export type CodeRule = {
  /** The codes in what was scanned, typed or pasted, each once, in the form that the list shows. */
  read(text: string): string[]
  most: number
}

/**
 * A code of the list; `refusal` says why the last attempt was not taken. One that is done waits no longer, but stays in
 * sight; a parcel whose code is `held` must be put aside. One that is `unsent` got no answer, and is sent again by itself. A
 * code can stand for a `count` of parcels.
 */
export type CodeLine = {
  code: string
  refusal?: string
  done?: true
  held?: boolean
  count?: number
  unsent?: boolean | undefined
  /** Somebody has seen the refusal. */
  isSeen?: boolean
}

/** The last attempt was refused. One without an answer was not. */
export const isRefused = ({ refusal, done, unsent }: CodeLine) => Boolean(refusal) && !done && !unsent

/** Codes that were refused, and whose refusals nobody has seen. */
export const listRefused = (lines: CodeLine[]) => lines.filter((line) => isRefused(line) && !line.isSeen)

/** Codes that wait for an answer, or whose refusals nobody has seen. */
export const listUnsettled = (lines: CodeLine[]) =>
  lines.filter((line) => !line.done && !(isRefused(line) && line.isSeen))

/** The barcode on the table by which somebody says that the refusals were seen. */
export const isSeenCode = (text: string) => text.trim().toUpperCase() === 'OK'

/** The codes that wait. */
export const listWaiting = (lines: CodeLine[]) => lines.filter(({ done }) => !done)

/** Result of a scan. */
export type Scan = { added: string[]; known: string[]; tooMany: boolean }

/** Adds what was scanned, typed or pasted. The newest stands first: it is the one just held in the hand. */
export function collectCodes(
  lines: CodeLine[],
  text: string,
  { read, most }: CodeRule,
): { lines: CodeLine[]; scan: Scan } {
  const here = new Set(lines.map(({ code }) => code))
  const codes = read(text)
  const fresh = codes.filter((code) => !here.has(code))
  const added = fresh.slice(0, Math.max(0, most - lines.length))
  return {
    lines: [...added.map((code) => ({ code })).reverse(), ...lines],
    scan: {
      added,
      known: codes.filter((code) => here.has(code)),
      tooMany: added.length < fresh.length,
    },
  }
}
