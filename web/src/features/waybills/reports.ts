import { type WaybillReport, WaybillStatus } from '@/api/schema'

/** What airlines report, in the order of the way, then what goes wrong on it. */
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

/** Of these, somebody says how many pieces there are. */
export const NEED_PIECES: WaybillReport[] = ['left_behind', 'missing', 'found']

const NEXT: Partial<Record<WaybillStatus, WaybillReport>> = {
  [WaybillStatus.Issued]: 'accepted',
  [WaybillStatus.Accepted]: 'departed',
  [WaybillStatus.Departed]: 'arrived',
  [WaybillStatus.Arrived]: 'received',
  [WaybillStatus.Received]: 'customs',
}

/** What usually comes next. Airlines report parts, and the later before the earlier, so that it is only a proposal. */
export const nextReport = (status: WaybillStatus): WaybillReport => NEXT[status] ?? 'delivered'
