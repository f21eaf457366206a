import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportExport } from '@/api/generated/endpoints/reports/reports'
import type { ReportExport, ReportKey, ReportQuery, ReportViewDefinition } from '@/api/schema'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { useFormat } from '@/ui/format'
import { onceOnline } from '@/ui/once-online'
import { exportedFacts, exportedHeadings, exportedTexts } from './export-form'
import { findFilterFacts } from './filter-facts'

const FileDialog = lazy(() =>
  onceOnline(async () => ({ default: (await import('@/shared/files/FileDialog')).FileDialog })),
)

type ExportReportProps = {
  report: ReportKey
  query: ReportQuery
  view: ReportViewDefinition
  /** The columns that are shown, in their order. */
  shown: string[]
  title: string
  /** The time zone of its days, once the rows are there. */
  zone: string | undefined
}

/** The report as it is shown, with all its rows, in a file. */
export function ExportReport({ report, query, view, shown, title, zone }: ExportReportProps) {
  const { t, i18n } = useTranslation(['reports', 'common'])
  const format = useFormat()
  const { domain } = useSite()
  const { name } = useProfile()
  /** Undefined until it was first opened. */
  const [opened, setOpened] = useState<boolean>()

  async function start(kind: string) {
    const filters = await findFilterFacts(t, i18n.language, query, view)
    const form: ReportExport = {
      query,
      columns: exportedHeadings(t, view.columns, shown),
      texts: exportedTexts(i18n, view.columns, shown),
      facts: exportedFacts({ t, format }, { company: domain.name, user: name, title, query, zone, filters }),
      rows_label: t('rowCount'),
      ratio_label: t('lossRatio'),
      format: kind === 'csv' ? 'csv' : 'xlsx',
    }
    return reportExport(report, form)
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
                {t('export.rows')}
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
