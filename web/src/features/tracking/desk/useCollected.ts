import { useEffect, useState } from 'react'
import { listWaiting, type Scan } from '@/blocks/scan/codes'
import { readScannedCodes, useScannedCodes } from '@/blocks/scan/useScannedCodes'
import { collect, SHIPMENT_CODES } from './collected'

const DRAFT = 'record-event-codes'

/** How laid codes were met: those that waited before, and whether all found room. */
export type Arrival = { before: string[]; scan: Scan }

type Laid = { laid?: string[]; onTaken?(arrival: Arrival): void }

/** The codes collected for the next event. Those that another page lays on the desk take their place. */
export function useCollected({ laid, onTaken }: Laid = {}) {
  const [start] = useState(() => {
    const before = readScannedCodes(DRAFT)
    if (!laid) return { ...collect(before, ''), before: [] }
    return { ...collect([], laid.join(' ')), before: listWaiting(before).map(({ code }) => code) }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (laid) onTaken?.(start)
  }, [])
  return useScannedCodes({ draft: DRAFT, rule: SHIPMENT_CODES, start: start.lines })
}
