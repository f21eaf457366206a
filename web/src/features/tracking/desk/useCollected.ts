import { useEffect, useState } from 'react'
import type { Scan } from '@/blocks/scan/codes'
import { readScannedCodes, useScannedCodes } from '@/blocks/scan/useScannedCodes'
import { collect, SHIPMENT_CODES } from './collected'

const DRAFT = 'record-event-codes'

/** How laid codes were met: how many there were before, and whether all found room. */
export type Arrival = { before: number; scan: Scan }

type Laid = { laid?: string[]; onTaken?(arrival: Arrival): void }

/** The codes collected for the next event, with those that another page lays on the desk. */
export function useCollected({ laid, onTaken }: Laid = {}) {
  const [start] = useState(() => {
    const before = readScannedCodes(DRAFT)
    return { ...collect(before, laid?.join(' ') ?? ''), before: before.length }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (laid) onTaken?.(start)
  }, [])
  return useScannedCodes({ draft: DRAFT, rule: SHIPMENT_CODES, start: start.lines })
}
