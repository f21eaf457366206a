import type { SearchSchemaInput } from '@tanstack/react-router'
import { MOST_TRACKED, splitCodes } from '@/shared/tracking/codes'

/** Mode of the tracking desk: search, or recording of events. */
export type Task = 'search' | 'record'

export type TrackingSearch = { codes: string; task: Task }

type Raw = { codes?: unknown; task?: unknown } & SearchSchemaInput

/** The address is the state: a link opens the same shipments for whoever follows it. */
export const validateTracking = ({ codes, task }: Raw): TrackingSearch => ({
  codes: splitCodes(String(codes ?? ''))
    .slice(0, MOST_TRACKED)
    .join(','),
  task: task === 'record' ? 'record' : 'search',
})

export const trackingDefaults: TrackingSearch = { codes: '', task: 'search' }
