import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mawbExport } from '@/api/generated/endpoints/consolidation/consolidation'
import { useListColumns } from '@/api/list-memory'
import type { MawbListParams, Waybill } from '@/api/schema'
import { onceOnline } from '@/ui/once-online'
import { type Column, visibleColumns } from '@/ui/table/columns'
import { exportedColumns, exportedTexts } from './export-columns'
import type { WaybillListState } from './list'

const FileDialog = lazy(() =>
  onceOnline(async () => ({ default: (await import('@/shared/files/FileDialog')).FileDialog })),
)

type ExportWaybillsProps = { list: WaybillListState; query: MawbListParams; columns: Column<Waybill>[] }

/** The list as it is shown, with its filters, order and columns, in a file. */
export function ExportWaybills({ list, query, columns }: ExportWaybillsProps) {
  const { t } = useTranslation(['waybills', 'common'])
  const { value: chosen } = useListColumns(list.name)
  /** Undefined until it was first opened. */
  const [opened, setOpened] = useState<boolean>()
  const { page: _, per_page: __, bag_id: ___, shipment_id: ____, ...filter } = query

  function start(format: string) {
    const shown = visibleColumns(columns, list.columns ?? chosen.visible).map(({ id }) => id)
    return mawbExport({
      ...filter,
      format: format === 'csv' ? 'csv' : 'xlsx',
      columns: exportedColumns(shown, t),
      texts: exportedTexts(t),
    })
  }

  return (
    <>
      <Tooltip label={t('common:table.export')}>
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={t('common:table.export')}
          onClick={() => setOpened(true)}
        >
          <IconDownload size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened !== undefined && (
        <Suspense>
          <FileDialog
            opened={opened}
            onClose={() => setOpened(false)}
            title={t('export.title')}
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
            action={{ label: t('common:table.export'), icon: IconDownload }}
            start={start}
          />
        </Suspense>
      )}
    </>
  )
}
