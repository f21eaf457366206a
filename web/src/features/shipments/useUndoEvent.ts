import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shipmentEventList, shipmentUndoEvent } from '@/api/generated/endpoints/tracking/tracking'
import { notify } from '@/ui/dialogs/notify'
import { refreshShipments } from './refresh'

/** Undoes an event by a correcting one, and says so. Rejects when the server refuses. */
export function useUndoEvent() {
  const { t } = useTranslation('shipments')
  const client = useQueryClient()

  async function undo(shipmentId: string, eventId: string) {
    await shipmentUndoEvent(shipmentId, { event_id: eventId })
    refreshShipments(client, [shipmentId])
    notify.success(t('undo.done'))
  }

  /** The last event with this code, for what answers without the event it recorded. */
  async function undoLast(shipmentId: string, code: string) {
    const { data } = await shipmentEventList(shipmentId)
    const event = data.find((one) => one.code === code && one.can_undo)
    if (event) await undo(shipmentId, event.id)
    else notify.info(t('undo.tooLate'))
  }

  return { undo, undoLast }
}
