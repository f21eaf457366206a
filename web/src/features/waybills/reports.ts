import { type WaybillReport, WaybillStatus } from '@/api/schema'

/** The reports of airlines in the order of the way, then those of faults on it. */
export const REPORTS: WaybillReport[] = [
  'accepted',
  'departed',
  'arrived',
  'received',
  'customs',
  'delivered',
  'left_behind',
  'missing',
  'found',
]

/** Reports for which somebody says how many pieces there are. */
export const NEED_PIECES: WaybillReport[] = ['left_behind', 'missing', 'found']

const NEXT: Partial<Record<WaybillStatus, WaybillReport>> = {
  [WaybillStatus.Issued]: 'accepted',
  [WaybillStatus.Accepted]: 'departed',
  [WaybillStatus.Departed]: 'arrived',
  [WaybillStatus.Arrived]: 'received',
  [WaybillStatus.Received]: 'customs',
}

/** The report that usually comes next. Airlines report parts, and the later before the earlier, so that it is only a proposal. */
export const nextReport = (status: WaybillStatus): WaybillReport => NEXT[status] ?? 'delivered'
