import { bagLabel } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Bag } from '@/api/schema'
import { deliverZpl, notePrinterFailure } from '@/shared/labels/deliver'
import type { LabelTarget } from '@/shared/labels/station'
import { notify } from '@/ui/dialogs/notify'

/** The label of a bag for a thermal printer. */
export async function printLabel({ id, number }: Pick<Bag, 'id' | 'number'>, target: LabelTarget) {
  try {
    const zpl = (await bagLabel(id, { format: target.format })) as Blob
    await deliverZpl(zpl, target, number)
  } catch (error) {
    if (!(await notePrinterFailure(error))) notify.failure(error)
  }
}
