import { Text, Textarea } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentRelease } from '@/api/generated/endpoints/shipments/shipments'
import type { ShipmentFilter } from '@/api/schema'
import { BulkDialog } from '@/blocks/bulk/BulkDialog'
import { useFormat } from '@/ui/format'
import { type Selected, shipmentsOf } from './selected'
import { useResults } from './useResults'

type ReleaseShipmentsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  /** Conditions of a selection of all matches. */
  filter?: ShipmentFilter
  /** After some were released. */
  onReleased?(): void
}

/** Ends the hold of the shipments in one call. */
export default function ReleaseShipments(props: ReleaseShipmentsProps) {
  const { opened, onClose, selection, filter = {}, onReleased } = props
  const { t } = useTranslation(['shipments', 'shipment-bulk'])
  const format = useFormat()
  const { count } = selection
  const [note, setNote] = useState('')
  const results = useResults({ verb: 'release', onDone: onReleased })

  async function run() {
    const shipments = await shipmentsOf(selection, filter)
    const { data } = await shipmentRelease({ ids: shipments.map(({ id }) => id), note: note.trim() || null })
    return results.take(data)
  }

  return (
    <BulkDialog
      opened={opened}
      onClose={() => {
        onClose()
        setNote('')
      }}
      title={t('shipment-bulk:release.title', {
        count,
        code: selection.rows[0]?.tracking_code,
        number: format.number(count),
      })}
      action={{ label: t('action.release'), icon: IconPlayerPlay }}
      focus="action"
      run={run}
      report={results.report}
    >
      <Text size="sm">{t('shipment-bulk:release.text')}</Text>
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
