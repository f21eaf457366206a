import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getShipmentShowQueryKey, useShipmentConfirm } from '@/api/generated/endpoints/shipments/shipments'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'
import { refreshShipments } from './refresh'
import { useUndoEvent } from './useUndoEvent'

/** Confirms at once; those who can record events can undo it. */
export function useConfirm() {
  const { t } = useTranslation('shipments')
  const client = useQueryClient()
  const { undoLast } = useUndoEvent()
  const { mutate, isPending } = useShipmentConfirm({
    mutation: {
      onSuccess: ({ data }) => {
        client.setQueryData(getShipmentShowQueryKey(data.id), { data })
        refreshShipments(client, [data.id])
        if (data.can.record_event) notifyUndo(t('confirm.done'), () => undoLast(data.id, 'CONFIRMED'))
        else notify.success(t('confirm.done'))
      },
      onError: (error, { id }) => {
        notify.failure(error)
        refreshShipments(client, [id])
      },
    },
  })
  return {
    confirm: ({ id, version }: { id: string; version: number }) => mutate({ id, data: { version } }),
    isPending,
  }
}
