import { Select, Textarea } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import { shipmentHold } from '@/api/generated/endpoints/shipments/shipments'
import { type HoldReason, holdReasonValues, type ShipmentFilter } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { isDay } from '@/ui/fields/birthday'
import { DayField } from '@/ui/fields/DayField'
import { useFormat } from '@/ui/format'
import { type Selected, shipmentsOf } from './selected'
import { useResults } from './useResults'

type HoldShipmentsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  /** Conditions of a selection of all matches. */
  filter?: ShipmentFilter
  /** After some were put on hold. */
  onHeld?(): void
}

/** Asks why and until when, and holds the shipments in one call. */
export default function HoldShipments({
  opened,
  onClose,
  selection,
  filter = {},
  onHeld,
}: HoldShipmentsProps) {
  const { t } = useTranslation(['shipments', 'shipment-bulk', 'tracking', 'common'])
  const format = useFormat()
  const { count } = selection
  const [reason, setReason] = useState<HoldReason | null>(null)
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const isPast = isDay(until) && until < format.today()
  const results = useResults({ verb: 'hold', onDone: onHeld })

  async function run() {
    const shipments = await shipmentsOf(selection, filter)
    const { data } = await shipmentHold({
      ids: shipments.map(({ id }) => id),
      reason: reason ?? 'other',
      until: until || null,
      note: note.trim() || null,
    })
    return results.take(data)
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={() => {
        onClose()
        setReason(null)
        setUntil('')
        setNote('')
        setProblem(undefined)
      }}
      title={t('shipment-bulk:hold.title', {
        count,
        code: selection.rows[0]?.tracking_code,
        number: format.number(count),
      })}
      action={{ label: t('action.hold'), icon: IconHandStop }}
      check={() => {
        setProblem(reason ? undefined : t('common:validation.required'))
        return reason !== null && !isPast
      }}
      run={run}
      report={results.report}
    >
      <Select
        label={t('shipment-bulk:hold.reason')}
        description={
          reason
            ? t('shipment-bulk:hold.told', {
                told: t(`shipments:hold.told.${reason}`),
                words: t(`tracking:hold.${reason}`),
              })
            : t('shipment-bulk:hold.text')
        }
        withAsterisk
        data={holdReasonValues.map((value) => ({ value, label: t(`shipments:hold.reasons.${value}`) }))}
        value={reason}
        onChange={(value) => {
          setReason(value as HoldReason | null)
          setProblem(undefined)
        }}
        error={problem}
        comboboxProps={{ withinPortal: false }}
        data-autofocus
      />
      <DayField
        label={t('shipment-bulk:hold.untilLabel')}
        description={t('shipment-bulk:hold.untilHint')}
        value={until}
        min={format.today()}
        error={isPast ? codeText('day_in_the_past', {}, t('common:validation.required')) : undefined}
        onChange={setUntil}
      />
      <Textarea
        label={t('record.note')}
        description={t('record.noteHint')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={500}
        rows={2}
      />
    </BulkDialog>
  )
}
