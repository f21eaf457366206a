import { Alert, Button, Group, Modal, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import {
  getShipmentShowQueryKey,
  invalidateShipmentList,
  shipmentCancel,
} from '@/api/generated/endpoints/shipments/shipments'
import { getShipmentEventListQueryKey } from '@/api/generated/endpoints/tracking/tracking'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import { CancelReport } from './CancelReport'
import { cancelEach, type Outcome, type Target } from './cancel-each'

type CancelShipmentsProps = {
  opened: boolean
  onClose(): void
  count: number
  /** Names it when it is one. */
  code?: string
  /** The shipments themselves; all that match are fetched when it is decided. */
  targets(): Promise<Target[]> | Target[]
  /** After some were cancelled. */
  onCancelled?(): void
}

/** Asks why, cancels one by one, and says what became of each. */
export default function CancelShipments(props: CancelShipmentsProps) {
  const { count, code, onClose } = props
  const { t } = useTranslation(['shipments', 'common'])
  const cancelling = useCancelling(props)
  const { outcomes, running, total, stop } = cancelling
  const format = useFormat()

  function close() {
    stop()
    onClose()
    cancelling.forget()
  }

  return (
    <Modal
      opened={useOpened(props.opened)}
      onClose={close}
      title={
        !running && outcomes.length > 0
          ? t('cancel.report')
          : t('cancel.title', { count, code, number: format.number(count) })
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
      closeOnClickOutside={!running}
    >
      {running && <Running done={outcomes.length} total={total} onStop={stop} />}
      {!running && outcomes.length > 0 && <CancelReport outcomes={outcomes} total={total} onClose={close} />}
      {!running && outcomes.length === 0 && (
        <Ask count={count} failure={cancelling.failure} onCancel={cancelling.run} onClose={close} />
      )}
    </Modal>
  )
}

type AskProps = { count: number; failure: unknown; onCancel(reason: string): void; onClose(): void }

function Ask({ count, failure, onCancel, onClose }: AskProps) {
  const { t } = useTranslation('shipments')
  const [reason, setReason] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onCancel(reason.trim())
      }}
    >
      <Stack>
        <Textarea
          label={t('cancel.reason')}
          description={t('cancel.text', { count })}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
          rows={3}
          data-autofocus
        />
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {errorText(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel.keep', { count })}
          </Button>
          <Button type="submit" color="red">
            {t('cancel.confirm', { count })}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Running({ done, total, onStop }: { done: number; total: number; onStop(): void }) {
  const { t } = useTranslation('shipments')
  const format = useFormat()
  const text = t('cancel.progress', { done: format.number(done), total: format.number(total) })
  return (
    <Stack>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-label={text} />
      </Progress.Root>
      <Group justify="flex-end">
        <Button variant="default" onClick={onStop} data-autofocus>
          {t('cancel.stop')}
        </Button>
      </Group>
    </Stack>
  )
}

function useCancelling({ targets, onClose, onCancelled }: CancelShipmentsProps) {
  const { t } = useTranslation('shipments')
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [total, setTotal] = useState(0)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const stopped = useRef(false)

  async function run(reason: string) {
    stopped.current = false
    setRunning(true)
    setFailure(undefined)
    try {
      const shipments = await targets()
      setTotal(shipments.length)
      await work(shipments, reason)
    } catch (error) {
      setFailure(error)
    } finally {
      setRunning(false)
    }
  }

  async function work(shipments: Target[], reason: string) {
    const told: Outcome[] = []
    await cancelEach(
      shipments,
      (id) => shipmentCancel(id, { reason: reason || null }),
      (outcome) => {
        told.push(outcome)
        setOutcomes([...told])
      },
      () => stopped.current,
    )
    const cancelled = told.filter(({ state }) => state === 'cancelled')
    if (cancelled.length > 0) refresh(cancelled)
    // One that went well needs no report.
    if (shipments.length === 1 && cancelled.length === 1) {
      onClose()
      forget()
      notify.success(t('show.nowCancelled'))
    }
  }

  function refresh(cancelled: Outcome[]) {
    void invalidateShipmentList(client)
    for (const { shipment } of cancelled) {
      void client.invalidateQueries({ queryKey: getShipmentShowQueryKey(shipment.id) })
      void client.invalidateQueries({ queryKey: getShipmentEventListQueryKey(shipment.id) })
    }
    onCancelled?.()
  }

  function forget() {
    setOutcomes([])
    setFailure(undefined)
  }

  return {
    run,
    outcomes,
    total,
    running,
    failure,
    forget,
    stop: () => {
      stopped.current = true
    },
  }
}
