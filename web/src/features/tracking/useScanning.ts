import { useState } from 'react'
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
  const records = isAuto && recording.form.values.event_code !== ''

  async function onFound(news: [string, Found][]) {
    const known = news.filter(([, { known }]) => known).map(([code]) => code)
    // Codes from before, or from another page, were not scanned now.
    const scanned = news.some(([code]) => collected.last?.added.includes(code))
    const isRecorded = records && scanned && known.length > 0 ? await recording.recordScanned(known) : true
    if (scanned) sound.play(known.length === news.length && isRecorded ? 'taken' : 'unknown')
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
    found,
    isAuto: records,
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
