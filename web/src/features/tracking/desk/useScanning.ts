import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrackedShipment } from '@/api/schema'
import type { Found } from './lookup'
import type { Collected } from './useCollected'
import { useLookUp } from './useLookUp'
import type { useRecording } from './useRecording'
import { useSound } from './useSound'

type Options = {
  collected: Collected
  recording: ReturnType<typeof useRecording>
  onLookUp(codes: string[]): Promise<TrackedShipment[]>
}

/** Handles a scanned code: looks it up, plays a sound, and records it at once if the switch is on. */
export function useScanning({ collected, recording, onLookUp }: Options) {
  const { t } = useTranslation('tracking')
  const sound = useSound()
  // Nobody should record without knowing it: each visit begins by hand.
  const [isAuto, setAuto] = useState(false)
  /** The event that is recorded at once; none while the switch is off. */
  const event = isAuto ? recording.form.values.event_code : ''
  /**
   * Codes scanned on this page, not from before or from another page, each with the event that was recorded at once then.
   * Further ones are scanned while these are looked up.
   */
  const scanned = useRef(new Map<string, string>())

  function scan(text: string) {
    const result = collected.scan(text)
    for (const code of result.added) scanned.current.set(code, event)
    return result
  }

  async function onFound(news: [string, Found][]) {
    const here = news.filter(([code]) => scanned.current.has(code))
    if (here.length === 0) return
    const known = here.filter(([, { known }]) => known).map(([code]) => code)
    // Switched off, or changed to another event meanwhile: the codes wait for their button.
    const due = event === '' ? [] : known.filter((code) => scanned.current.get(code) === event)
    const isRecorded = due.length === 0 || (await recording.recordScanned(due))
    sound.play(known.length === here.length && isRecorded ? 'taken' : 'unknown')
  }

  const found = useLookUp({
    codes: collected.lines.map(({ code }) => code),
    onLookUp,
    onFound: (news) => void onFound(news),
  })

  const [first] = collected.last?.added ?? []
  const [again] = collected.last?.known ?? []
  const shown = first === undefined ? undefined : found.get(first)

  return {
    scan,
    found,
    isAuto: event !== '',
    setAuto,
    /** Another event has its own parcels: what was recorded for the last one makes room. */
    startOver: () => collected.amend((lines) => lines.filter(({ done }) => !done)),
    /** The last code in a few words, for whoever looks through the camera. */
    told: first
      ? shown?.known === false
        ? t('scan.unknown', { code: first })
        : shown?.recipient
          ? t('scan.found', { code: first, recipient: shown.recipient })
          : t('scan.added', { code: first })
      : again && t('scan.known', { code: again }),
  }
}
