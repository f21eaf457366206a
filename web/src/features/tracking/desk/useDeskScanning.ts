import { useState } from 'react'
import type { TrackedJourney } from '@/api/schema'
import type { ScannedCodes } from '@/blocks/scan/useScannedCodes'
import { useScanning } from '@/blocks/scan/useScanning'
import { MOST_TRACKED } from '@/shared/tracking/codes'
import { foundIn } from './lookup'
import type { useRecording } from './useRecording'

type Options = {
  collected: ScannedCodes
  recording: ReturnType<typeof useRecording>
  onLookUp(codes: string[]): Promise<TrackedJourney[]>
}

/** Scanned codes of shipments, with the switch that records the event for each at once. */
export function useDeskScanning({ collected, recording, onLookUp }: Options) {
  // Nobody should record without knowing it: each visit begins by hand.
  const [isAuto, setAuto] = useState(false)
  /** The event that is recorded at once; none while the switch is off. */
  const event = isAuto ? recording.form.values.event_code : ''
  const scanning = useScanning({
    codes: collected,
    lookUp: { load: async (codes) => foundIn(await onLookUp(codes)), most: MOST_TRACKED },
    atOnce: event === '' ? undefined : { purpose: event, record: recording.recordScanned },
  })
  return {
    scanning,
    isAuto: event !== '',
    setAuto,
    /** Another event has its own parcels: what was recorded for the last one makes room. */
    startOver: () => collected.amend((lines) => lines.filter(({ done }) => !done)),
  }
}
