import {
  type Icon,
  IconAlertCircle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconLoader2,
} from '@tabler/icons-react'
import type { BackgroundTask, DocumentKind } from '@/api/schema'

export const isPending = (task: BackgroundTask) => !task.completed_at && !task.failed_at

export const isCancelled = (task: BackgroundTask) => task.failure?.code === 'process_cancelled'

const KINDS = {
  'account.export': 'kind.personal_data',
  'audit.export': 'kind.audit',
  'bags.ask_operator': 'kind.bags_ask_operator',
  'carriers.ask': 'kind.carriers_ask',
  'carriers.hand_over': 'kind.carriers_hand_over',
  'client_imports.check': 'kind.client_import_check',
  'client_imports.process': 'kind.client_import',
  'invoices.generate': 'kind.invoices_generate',
  'invoices.issue': 'kind.invoices_issue',
  'manifests.close': 'kind.manifests_close',
  'manifests.send': 'kind.manifests_send',
  'mawbs.export': 'kind.mawbs_export',
  'mawbs.read_events': 'kind.mawbs_read_events',
  'mawbs.flight_documents': 'kind.mawbs_flight_documents',
  'reports.export': 'kind.reports_export',
  'reports.outside': 'kind.reports_scheduled',
  'reports.scheduled': 'kind.reports_scheduled',
  'shipments.export': 'kind.export',
  'shipments.labels': 'kind.labels',
  'shipment_imports.check': 'kind.import_check',
  'shipment_imports.process': 'kind.import',
  'stock_imports.check': 'kind.stock_import_check',
  'stock_imports.process': 'kind.stock_import',
} as const

/** Name of a process; a kind that this page does not know is 'Process'. */
export function kindKey({ kind, title_params }: Pick<BackgroundTask, 'kind' | 'title_params'>) {
  const isAboutDocuments = (title_params as { about?: string } | null)?.about === 'documents'
  if (kind === 'shipments.labels' && isAboutDocuments) return 'kind.documents'
  return KINDS[kind as keyof typeof KINDS] ?? 'kind.other'
}

/** Its present step. The time of the next try is a value of its text. */
export const stageKey = (task: BackgroundTask) => {
  if (task.cancelling) return 'stage.cancelling'
  if (isCancelled(task)) return 'stage.cancelled'
  if (task.failed_at) return 'stage.failed'
  if (task.next_try_at) return 'stage.waiting'
  return `stage.${task.stage}` as const
}

export function look(task: BackgroundTask): { color: string; icon: Icon } {
  if (isCancelled(task)) return { color: 'gray', icon: IconCircleX }
  if (task.failed_at) return { color: 'red', icon: IconAlertCircle }
  if (task.completed_at) return { color: 'teal', icon: IconCircleCheck }
  if (task.next_try_at) return { color: 'blue', icon: IconClock }
  return { color: 'blue', icon: IconLoader2 }
}

type LabelsTask = Pick<BackgroundTask, 'kind' | 'result_params' | 'failure'>

/** How a run of labels went, as the server counts it. */
export type LabelsResult = {
  printed: number
  skipped: number
  skipped_codes: string[]
  incomplete: number
  incomplete_codes: string[]
  /** The document that each lacks. */
  incomplete_kinds: DocumentKind[]
  /** The missing fields of each. */
  incomplete_fields: string[][]
  unreadable: number
  unreadable_codes: string[]
  /** Labels that were left because their shipments are on hold. */
  held: number
  held_codes: string[]
  gone: number
}

/** Undefined for another kind, and until it is known. When nothing could be printed, the failure has it. */
export function labelsResult({ kind, result_params, failure }: LabelsTask): LabelsResult | undefined {
  const result = (result_params ?? failure?.params ?? {}) as Partial<LabelsResult>
  if (kind !== 'shipments.labels' || typeof result.printed !== 'number') return undefined
  const none = {
    skipped: 0,
    skipped_codes: [],
    incomplete: 0,
    incomplete_codes: [],
    incomplete_kinds: [],
    incomplete_fields: [],
    unreadable: 0,
    unreadable_codes: [],
    held: 0,
    held_codes: [],
    gone: 0,
  }
  return { ...none, ...result, printed: result.printed }
}
