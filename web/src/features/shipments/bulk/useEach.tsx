import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import type { BulkCounts, BulkResult, BulkWork } from '@/blocks/bulk/useBulkRun'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { refreshShipments } from '../refresh'
import { refusal } from '../status'
import { doEach, type Outcome, type Target, type Verb } from './each'

type Options = {
  verb: Verb
  /** The shipments themselves; all that match are fetched when it is decided. */
  targets(): Promise<Target[]> | Target[]
  call(shipment: Target): Promise<unknown>
  /** After some were done. */
  onDone?(): void
  /** Says that it was one, and it went well: there is nothing to report. */
  onlyText: string
}

/** Does a verb for many shipments, a few at a time, and tells what became of each. */
export function useEach({ verb, targets, call, onDone, onlyText }: Options) {
  const client = useQueryClient()
  const { t } = useTranslation('shipments')

  function resultOf({ shipment, state, error }: Outcome): BulkResult {
    const texts = {
      done: () => t(verb === 'cancel' ? 'status.0' : 'status.30'),
      left: () => refusal(verb, shipment, t),
      failed: () => errorText(error),
    }
    return {
      key: shipment.id,
      name: (
        <Anchor
          component={AppLink}
          to={paths['shipments.show']({ id: shipment.id })}
          target="_blank"
          size="sm"
          fw={550}
        >
          {shipment.tracking_code}
        </Anchor>
      ),
      state,
      text: texts[state](),
    }
  }

  return async ({ showProgress, isStopped }: BulkWork) => {
    showProgress({ done: 0, total: 0 })
    const shipments = await targets()
    const told: Outcome[] = []
    const show = () => showProgress({ done: told.length, total: shipments.length })
    show()
    await doEach({
      shipments,
      verb,
      call,
      tell(outcome) {
        told.push(outcome)
        show()
      },
      stopped: isStopped,
    })
    const done = told.filter(({ state }) => state === 'done')
    if (done.length > 0) {
      refreshShipments(
        client,
        done.map(({ shipment }) => shipment.id),
      )
      onDone?.()
    }
    if (shipments.length > 1 || done.length === 0) return told.map(resultOf)
    notify.success(onlyText)
    return undefined
  }
}

/** Title and sums of the report. */
export function useEachReport(verb: Verb) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  return {
    title: t('cancel.report'),
    sums: ({ done, left, failed, open }: BulkCounts) => {
      const number = format.number(done)
      return [
        verb === 'cancel'
          ? t('cancel.sum.cancelled', { count: done, number })
          : t('confirm.sum', { count: done, number }),
        left > 0 && t('cancel.sum.left', { count: left, number: format.number(left) }),
        failed > 0 && t('cancel.sum.failed', { count: failed, number: format.number(failed) }),
        open > 0 && t('cancel.sum.open', { count: open, number: format.number(open) }),
      ]
    },
  }
}
