import { Alert, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentCancelMany, shipmentCancelPreview } from '@/api/generated/endpoints/shipments/shipments'
import type { CancelPreviewRow, ShipmentFilter } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { BulkTotals } from '@/blocks/bulk/BulkTotals'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { Preview } from './Preview'
import { QuestionRows } from './QuestionRows'
import { askedOf, type Selected } from './selected'
import { lineOf, useResults } from './useResults'
import { WalletEffects } from './WalletEffects'

type CancelShipmentsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  /** Conditions of a selection of all matches. */
  filter?: ShipmentFilter
  /** After some were cancelled. */
  onCancelled?(): void
}

/** Says what money comes back and where, asks why, and cancels in one call. */
export default function CancelShipments(props: CancelShipmentsProps) {
  const { opened, selection, filter, onClose, onCancelled } = props
  const { count } = selection
  const { t } = useTranslation(['shipments', 'shipment-bulk', 'common'])
  const format = useFormat()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const asked = askedOf(selection, filter)
  const preview = useQuery({
    queryKey: ['cancel-preview', asked],
    queryFn: () => shipmentCancelPreview(asked),
    enabled: opened,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const rows = preview.data?.data.shipments ?? []
  const ready = rows.filter((row) => row.message_code === null)
  const left = rows.filter((row) => row.message_code !== null)
  const results = useResults({ verb: 'cancel', onDone: onCancelled })

  function check() {
    if (reason.trim() !== '') return true
    setProblem(t('common:validation.required'))
    field.current?.focus()
    return false
  }

  async function run() {
    const { data } = await shipmentCancelMany({ ids: ready.map(({ id }) => id), reason: reason.trim() })
    const lines = left.map((row) =>
      lineOf({ ...row, done: false, unchanged: true, event_id: null, params: null }, row.message ?? ''),
    )
    return results.take(data, lines)
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={() => {
        onClose()
        setReason('')
        setProblem(undefined)
      }}
      title={t('shipment-bulk:cancel.title', {
        count,
        code: selection.rows[0]?.tracking_code,
        number: format.number(count),
      })}
      action={{
        label: t('shipment-bulk:cancel.confirm', { count }),
        danger: true,
        disabled: ready.length === 0,
      }}
      keep={t('shipment-bulk:cancel.keep', { count })}
      check={check}
      run={run}
      report={results.report}
    >
      <Preview result={preview}>
        {preview.data && <Refunds rows={ready} />}
        <WalletEffects wallets={preview.data?.data.wallets ?? []} />
        {left.length > 0 && (
          <>
            <QuestionRows
              label={t('shipment-bulk:cancel.notPossible')}
              rows={left}
              tell={({ message }) => message}
            />
            <Alert color="orange">{t('shipment-bulk:cancel.left', { count: left.length })}</Alert>
          </>
        )}
      </Preview>
      <Textarea
        ref={field}
        label={t('shipment-bulk:cancel.reason')}
        description={t('shipment-bulk:cancel.text', { count })}
        withAsterisk
        required
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setProblem(undefined)
        }}
        error={problem}
        maxLength={500}
        rows={3}
        data-autofocus
      />
    </BulkDialog>
  )
}

/** What comes back, and what becomes of the line on an invoice. */
function Refunds({ rows }: { rows: CancelPreviewRow[] }) {
  const { t } = useTranslation(['shipments', 'shipment-bulk'])
  const refunds = rows.flatMap(({ refund }) => (refund ? [refund] : []))
  if (refunds.length === 0)
    return <Alert color="gray">{t('shipment-bulk:cancel.nothing', { count: rows.length })}</Alert>
  return (
    <>
      <BulkTotals label={t('shipment-bulk:cancel.refund')} amounts={refunds} />
      <QuestionRows
        label={t('shipment-bulk:cancel.refund')}
        rows={rows}
        tell={({ refund, invoice }) => (
          <>
            {refund ? <Money {...refund} /> : t('shipment-bulk:cancel.free')}
            {invoice && ` · ${t(`shipment-bulk:cancel.invoice.${invoice}`)}`}
          </>
        )}
      />
    </>
  )
}
