import { Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentCancel } from '@/api/generated/endpoints/shipments/shipments'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { useFormat } from '@/ui/format'
import type { Target } from './each'
import { useEach, useEachReport } from './useEach'

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
  const { opened, count, code, targets, onClose, onCancelled } = props
  const { t } = useTranslation(['shipments', 'common'])
  const format = useFormat()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const run = useEach({
    verb: 'cancel',
    targets,
    call: ({ id }) => shipmentCancel(id, { reason: reason.trim() }),
    onDone: onCancelled,
    onlyText: t('show.nowCancelled'),
  })

  function check() {
    if (reason.trim() !== '') return true
    setProblem(t('common:validation.required'))
    field.current?.focus()
    return false
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={() => {
        onClose()
        setReason('')
        setProblem(undefined)
      }}
      title={t('cancel.title', { count, code, number: format.number(count) })}
      action={{ label: t('cancel.confirm', { count }), danger: true }}
      keep={t('cancel.keep', { count })}
      check={check}
      run={run}
      report={useEachReport('cancel')}
    >
      <Textarea
        ref={field}
        label={t('cancel.reason')}
        description={t('cancel.text', { count })}
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
