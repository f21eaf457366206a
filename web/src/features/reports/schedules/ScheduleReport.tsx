import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportKey, ReportQuery, ReportViewDefinition } from '@/api/schema'
import { onceOnline } from '@/ui/once-online'
import { exportedHeadings, exportedTexts } from '../export-form'
import { findFilterFacts } from '../filter-facts'

const ScheduleDialog = lazy(() => onceOnline(() => import('./ScheduleDialog')))

type ScheduleReportProps = {
  report: ReportKey
  query: ReportQuery
  view: ReportViewDefinition
  /** The columns that are shown, in their order. */
  shown: string[]
  title: string
}

/** The report as it is shown, made and sent at set times. */
export function ScheduleReport({ report, query, view, shown, title }: ScheduleReportProps) {
  const { t, i18n } = useTranslation('reports')
  const { t: words } = useTranslation('report-schedules')
  /** Undefined until it was first opened. */
  const [opened, setOpened] = useState<boolean>()
  const content = () => ({
    query: { ...query, view: view.key },
    columns: exportedHeadings(t, view.columns, shown),
    texts: exportedTexts(i18n, view.columns, shown) ?? [],
    labels: {
      report: t('report'),
      title,
      period: t('period'),
      time_zone: t('timeZone'),
      made_at: t('madeAt'),
      company: t('company'),
      made_by: t('madeBy'),
      rows: t('rowCount'),
      loss_ratio: t('lossRatio'),
    },
    language: i18n.language,
  })
  return (
    <>
      <Tooltip label={words('create.title')}>
        <ActionIcon
          size="lg"
          variant="default"
          aria-label={words('create.title')}
          onClick={() => setOpened(true)}
        >
          <IconCalendarRepeat size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened !== undefined && (
        <Suspense>
          <ScheduleDialog
            shown={{
              report,
              title,
              content: content(),
              findFacts: () => findFilterFacts(t, i18n.language, query, view),
            }}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  )
}
