import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { invalidateBackgroundTaskList } from '@/api/generated/endpoints/processes/processes'
import { useShipmentExport } from '@/api/generated/endpoints/shipments/shipments'
import { useListMemory } from '@/api/list-memory'
import type { ExportFormat, ShipmentSummary } from '@/api/schema'
import { useOpened, useShowProcesses } from '@/ui/dialogs/overlay'
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

/** The list as it is shown, with its filters, order and columns, in a file that a background process makes. */
export default function ExportShipments({ opened, onClose, selection, list, columns }: ExportShipmentsProps) {
  const { t } = useTranslation(['shipments', 'common'])
  const format = useFormat()
  const client = useQueryClient()
  const showProcesses = useShowProcesses()
  const { choice } = useListMemory(list)
  const [file, setFile] = useState<ExportFormat>('xlsx')
  const start = useShipmentExport({
    mutation: {
      async onSuccess() {
        onClose()
        await invalidateBackgroundTaskList(client)
        showProcesses()
      },
    },
  })
  const shown = visibleColumns(columns, list.columns ?? choice.value.visible).map(({ id }) => id)
  const unit = format.preferences.weightUnit === POUNDS ? 'lb' : 'kg'
  const which = selection.all
    ? { filter: filterOf(list.query), sort: list.query.sort }
    : { ids: selection.ids }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('export.title', { count: selection.count, number: format.number(selection.count) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate({
            data: {
              ...which,
              format: file,
              columns: exportedColumns(shown, unit, t),
              texts: exportedTexts(t),
            },
          })
        }}
      >
        <Stack>
          <Radio.Group
            label={t('export.format')}
            value={file}
            onChange={(value) => setFile(value as ExportFormat)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="xlsx" label="XLSX" description={t('export.xlsx')} data-autofocus />
              <Radio value="csv" label="CSV" description={t('export.csv')} />
            </Stack>
          </Radio.Group>
          <Text size="sm" c="dimmed">
            {t('export.text')}
          </Text>
          {start.error && (
            <Alert color="red" role="alert">
              {errorText(start.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button
              type="submit"
              loading={start.isPending}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('action.export')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
