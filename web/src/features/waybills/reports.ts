import { type WaybillReport, WaybillStatus } from '@/api/schema'

const REPORTS: Partial<Record<WaybillStatus, WaybillReport[]>> = {
  // Airlines report the later and not the earlier often enough.
  [WaybillStatus.Issued]: ['accepted', 'departed'],
  [WaybillStatus.Accepted]: ['departed'],
  [WaybillStatus.Departed]: ['arrived', 'received'],
  [WaybillStatus.Arrived]: ['received', 'customs', 'delivered'],
  [WaybillStatus.Received]: ['customs', 'delivered'],
  [WaybillStatus.Customs]: ['delivered'],
}

/** The reports that the airline can make next, the usual one first. */
export const reportsAfter = (status: WaybillStatus): WaybillReport[] => REPORTS[status] ?? []
