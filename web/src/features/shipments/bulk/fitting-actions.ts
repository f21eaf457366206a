import { ShipmentStatus, type ShipmentSummary } from '@/api/schema'
import type { BulkAction } from '@/ui/table/columns'
import type { Selected } from './selected'

type Row = Partial<Pick<ShipmentSummary, 'status' | 'unconfirmed' | 'hold' | 'can'>>

const isOpen = ({ status }: Row) =>
  status !== undefined && status !== ShipmentStatus.Cancelled && status < ShipmentStatus.Confirmed

/** Which shipments an action is for; the other actions are for all of them. */
const FITTING = {
  confirm: (row: Row) => isOpen(row) || row.unconfirmed === true,
  update: isOpen,
  hold: ({ can }: Row) => can?.hold === true,
  release: ({ hold }: Row) => Boolean(hold),
}

export type StateAction = keyof typeof FITTING

/** Whether an action is for at least one of the chosen shipments. Of all that match, nobody knows them here. */
export const fitsAny = (action: StateAction, { all, rows }: Pick<Selected, 'all'> & { rows: Row[] }) =>
  all || rows.some(FITTING[action])

/** By use, and last what cannot be done now: a narrow bar has the others. */
export const inOrderOfUse = (actions: readonly BulkAction[]) =>
  [...actions].sort((one, next) => Number(one.refused !== undefined) - Number(next.refused !== undefined))
