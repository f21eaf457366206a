import { Anchor, Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { shipmentUndoEvents } from '@/api/generated/endpoints/tracking/tracking'
import type { ShipmentResult } from '@/api/schema'
import type { BulkCounts, BulkResult } from '@/blocks/bulk/useBulkRun'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { missingText } from '@/shared/shipments/missing-fields'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'
import { useFormat } from '@/ui/format'
import { refreshShipments } from '../refresh'

export type Verb = 'confirm' | 'cancel' | 'hold' | 'release' | 'update'

type Options = {
  verb: Verb
  /** After some were done. */
  onDone?(): void
  /** Further things to do with those that were done. */
  more?(done: ShipmentResult[], close: () => void): ReactNode
}

/** The results of a call for shipments: a line for each, with what can be done next. */
export function useResults({ verb, onDone, more }: Options) {
  const { t } = useTranslation(['shipments', 'shipment-bulk'])
  const client = useQueryClient()
  const format = useFormat()
  const { can } = useProfile()
  const [done, setDone] = useState<ShipmentResult[]>([])
  const canUndo = can['shipment.record_event'] === true
  const undoable = (results: ShipmentResult[]) =>
    results.flatMap(({ id, event_id }) => (event_id ? [{ shipment_id: id, event_id }] : []))

  async function undo(events: ReturnType<typeof undoable>) {
    const { data } = await shipmentUndoEvents({ events })
    refreshShipments(
      client,
      events.map(({ shipment_id }) => shipment_id),
    )
    const left = data.filter((result) => !result.done)
    if (left.length === 0) return notify.success(t('shipment-bulk:undo.allDone', { count: data.length }))
    notify.warning(
      t('shipment-bulk:undo.left', {
        count: left.length,
        codes: left.map(({ tracking_code }) => tracking_code).join(', '),
      }),
    )
  }

  /** Takes the answer of the call. None to show when it was one, and it went well. */
  function take(results: ShipmentResult[], others: BulkResult[] = []): BulkResult[] | undefined {
    const ended = results.filter((result) => result.done)
    setDone(ended)
    if (ended.length > 0) {
      refreshShipments(
        client,
        ended.map(({ id }) => id),
      )
      onDone?.()
    }
    const isOne = results.length + others.length === 1 && ended.length === 1
    if (!isOne) return [...results.map((result) => lineOf(result, textOf(result, verb))), ...others]
    const events = undoable(ended)
    const text = t(`shipment-bulk:result.only.${verb}`)
    if (canUndo && events.length > 0) notifyUndo(text, () => undo(events))
    else notify.success(text)
    return undefined
  }

  function textOf({ done, unchanged, message_code, message, params }: ShipmentResult, verb: Verb) {
    if (done) return t(`shipment-bulk:result.done.${verb}`)
    if (unchanged) return t(`shipment-bulk:result.unchanged.${verb}`)
    const missing = (params as { missing?: string[] } | null)?.missing
    if (missing) return t('refused.missing', { fields: missingText(missing, t) })
    return codeText(message_code, (params ?? {}) as Record<string, unknown>, message ?? '')
  }

  const after = (close: () => void) => (
    <>
      {canUndo && undoable(done).length > 0 && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => {
            close()
            undo(undoable(done)).catch(notify.failure)
          }}
        >
          {t('shipment-bulk:undo.all', { count: undoable(done).length })}
        </Button>
      )}
      {done.length > 0 && more?.(done, close)}
    </>
  )

  return {
    take,
    report: {
      title: t('shipment-bulk:cancel.report'),
      after,
      sums: ({ done, left, failed }: BulkCounts) => [
        t(`shipment-bulk:result.sum.${verb}`, { count: done, number: format.number(done) }),
        left > 0 && t('shipment-bulk:cancel.sum.left', { count: left, number: format.number(left) }),
        failed > 0 && t('shipment-bulk:cancel.sum.failed', { count: failed, number: format.number(failed) }),
      ],
    },
  }
}

/** The line of a shipment, whose code leads to it. */
export const lineOf = (result: ShipmentResult, text: string): BulkResult => ({
  key: result.id,
  name: (
    <Anchor
      component={AppLink}
      to={paths['shipments.show']({ id: result.id })}
      target="_blank"
      size="sm"
      fw={550}
    >
      {result.tracking_code ?? result.id}
    </Anchor>
  ),
  state: result.done ? 'done' : result.unchanged ? 'left' : 'failed',
  text,
})
