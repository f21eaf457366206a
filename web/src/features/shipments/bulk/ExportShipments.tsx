import { Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { shipmentExport } from '@/api/generated/endpoints/shipments/shipments'
import { useListColumns } from '@/api/list-memory'
import type { ShipmentSummary } from '@/api/schema'
import { FileDialog } from '@/shared/files/FileDialog'
import { useFormat } from '@/ui/format'
import { type Column, visibleColumns } from '@/ui/table/columns'
import type { ShipmentListState } from '../list'
import { exportedColumns, exportedTexts } from './export-columns'
import { filterOf, type Selected } from './selected'

type ExportShipmentsProps = {
  opened: boolean
  onClose(): void
  selection: Selected
  list: ShipmentListState
  columns: Column<ShipmentSummary>[]
}

const POUNDS = 20

/** The list as it is shown, with its filters, order and columns, in a file. */
export default function ExportShipments({ opened, onClose, selection, list, columns }: ExportShipmentsProps) {
  const { t } = useTranslation('shipment-bulk')
  const { t: words } = useTranslation('shipments')
  const { t: statuses } = useTranslation('shipment-status')
  const format = useFormat()
  const { value: chosen } = useListColumns(list.name)
  const shown = visibleColumns(columns, list.columns ?? chosen.visible).map(({ id }) => id)
  const unit = format.preferences.weightUnit === POUNDS ? 'lb' : 'kg'
  const which = selection.all
    ? { filter: filterOf(list.query), sort: list.query.sort }
    : { ids: selection.ids }
  return (
    <FileDialog
      opened={opened}
      onClose={onClose}
      title={t('export.title', {
        count: selection.count,
        number: format.total({ total: selection.count, total_capped: selection.capped }),
      })}
      label={t('export.format')}
      formats={[
        { value: 'xlsx', label: 'XLSX', text: t('export.xlsx') },
        { value: 'csv', label: 'CSV', text: t('export.csv') },
      ]}
      note={
        <Text size="sm" c="dimmed">
          {t('export.text')}
        </Text>
      }
      action={{ label: words('action.export'), icon: IconDownload }}
      start={(file) =>
        shipmentExport({
          ...which,
          format: file,
          columns: exportedColumns(shown, unit, words),
          texts: exportedTexts(words, statuses),
        })
      }
    />
  )
}
