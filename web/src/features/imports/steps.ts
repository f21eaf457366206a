import { ImportStatus } from '@/api/schema'

export const IMPORT_STEPS = ['upload', 'map', 'check', 'run', 'result'] as const
export type Step = (typeof IMPORT_STEPS)[number]

const RUNNING: readonly ImportStatus[] = [ImportStatus.Checking, ImportStatus.Importing]

/** Something works on it right now. */
export const isRunning = (status: ImportStatus | undefined) =>
  status !== undefined && RUNNING.includes(status)

/** Nothing more becomes of it, and how far it came is not known. */
export const isDiscarded = (status: ImportStatus) => status === ImportStatus.Cancelled

/** The step to show: the one asked for when the import has come that far, else the one it is at. */
export function stepOf(status: ImportStatus, wanted: Step | undefined): Step {
  switch (status) {
    case ImportStatus.Uploaded:
      return 'map'
    case ImportStatus.Checking:
      return 'check'
    case ImportStatus.Checked:
      return wanted === 'map' ? 'map' : 'check'
    case ImportStatus.Importing:
      return 'run'
    case ImportStatus.Interrupted:
      return wanted === 'map' ? 'map' : 'result'
    default:
      return 'result'
  }
}
