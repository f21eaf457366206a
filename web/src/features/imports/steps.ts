import type { ImportStatus } from '@/api/schema'

export const IMPORT_STEPS = ['upload', 'map', 'check', 'run', 'result'] as const
export type Step = (typeof IMPORT_STEPS)[number]

const RUNNING: readonly ImportStatus[] = [20, 40]

/** Something works on it right now. */
export const isRunning = (status: ImportStatus | undefined) =>
  status !== undefined && RUNNING.includes(status)

/** Nothing more becomes of it, and how far it came is not known. */
export const isDiscarded = (status: ImportStatus) => status === 0

/** The step to show: the one asked for when the import has come that far, else the one it is at. */
export function stepOf(status: ImportStatus, wanted: Step | undefined): Step {
  switch (status) {
    case 10:
      return 'map'
    case 20:
      return 'check'
    case 30:
      return wanted === 'map' ? 'map' : 'check'
    case 40:
      return 'run'
    case 60:
      return wanted === 'map' ? 'map' : 'result'
    default:
      return 'result'
  }
}
