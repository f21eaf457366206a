import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tone } from './sound'
import { type FoundRecord, useLookUp } from './useLookUp'
import type { ScannedCodes } from './useScannedCodes'
import { useSound } from './useSound'

type Options<R extends FoundRecord> = {
  codes: ScannedCodes
  lookUp: {
    /** The records behind the codes; null, or nothing, for one that nobody knows. */
    load(codes: string[]): Promise<[string, R | null][]>
    /** The most codes of one call. */
    most: number
  }
  /** Records known codes as soon as they are scanned; absent, they wait. */
  atOnce?: {
    /** The purpose of recording them, such as an event. A code that was scanned for another purpose waits. */
    purpose: string
    /** Answers with the sound of the result. */
    record(codes: string[]): Promise<Tone>
    /**
     * Twice is the same as once: what is scanned again is recorded again. It was refused, got no answer, or was done and
     * somebody has undone it elsewhere.
     */
    isRepeatable?: boolean | undefined
  }
}

/** Milliseconds within which a second scan of a code is none. */
const BOUNCE = 300

/** Handles a scanned code: looks it up, records it at once if that is wanted, and plays a sound. */
export function useScanning<R extends FoundRecord>({ codes, lookUp, atOnce }: Options<R>) {
  const { t } = useTranslation('scan')
  const sound = useSound()
  /**
   * Codes scanned on this page, not from before or from another page, each with what it was to be recorded for at once.
   * Further ones are scanned while these are looked up.
   */
  const scanned = useRef(new Map<string, string | undefined>())

  /** When each code was scanned last. */
  const scannedAt = useRef(new Map<string, number>())

  function scan(text: string) {
    const result = codes.scan(text)
    for (const code of result.added) scanned.current.set(code, atOnce?.purpose)
    void retry(result.known.filter((code) => !bounces(code)))
    for (const code of [...result.added, ...result.known]) scannedAt.current.set(code, Date.now())
    return result
  }

  /** A scanner that sends a code twice at once means it once. */
  const bounces = (code: string) => Date.now() - (scannedAt.current.get(code) ?? 0) < BOUNCE

  /** Records again what is in the list already, is not on its way and is scanned again. */
  async function retry(again: string[]) {
    if (!atOnce?.isRepeatable) return
    const idle = codes.lines.filter(
      ({ code, refusal, done, unsent }) => (refusal || done || unsent) && again.includes(code),
    )
    const known = idle.map(({ code }) => code).filter((code) => found.get(code))
    if (known.length === 0) return
    sound.play(await atOnce.record(known))
  }

  /** Plays how a look-up went: one unknown code of several is heard, whatever the others did. */
  async function onFound(news: [string, R | null][]) {
    const here = news.filter(([code]) => scanned.current.has(code))
    if (here.length === 0) return
    const known = here.filter(([, record]) => record).map(([code]) => code)
    sound.play(await recordDue(known, known.length === here.length ? 'taken' : 'unknown'))
  }

  /** Switched off, or changed to another purpose meanwhile: the codes wait for their button. */
  async function recordDue(known: string[], otherwise: Tone) {
    const due = atOnce ? known.filter((code) => scanned.current.get(code) === atOnce.purpose) : []
    if (!atOnce || due.length === 0) return otherwise
    const tone = await atOnce.record(due)
    return otherwise === 'taken' ? tone : otherwise
  }

  const found = useLookUp({
    codes: codes.lines.map(({ code }) => code),
    lookUp: lookUp.load,
    most: lookUp.most,
    onFound: (news) => void onFound(news),
  })

  const [first] = codes.last?.added ?? []
  const [again] = codes.last?.known ?? []

  function describeAdded(code: string) {
    const record = found.get(code)
    if (record === null) return t('result.unknown', { code })
    return record?.name ? t('result.found', { code, name: record.name }) : t('result.added', { code })
  }

  return {
    codes,
    scan,
    found,
    /** The last code in a few words, for whoever looks through the camera. */
    told: first ? describeAdded(first) : again && t('result.known', { code: again }),
  }
}

export type Scanning<R extends FoundRecord> = ReturnType<typeof useScanning<R>>
