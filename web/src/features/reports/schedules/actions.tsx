import {
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateReportScheduleList,
  reportScheduleDelete,
  reportSchedulePause,
  reportScheduleResume,
  reportScheduleRun,
  reportScheduleTakeOver,
} from '@/api/generated/endpoints/reports/reports'
import type { ReportSchedule } from '@/api/schema'
import type { RecordAction } from '@/blocks/record-actions'
import { useRecordActions } from '@/blocks/useRecordActions'
import { paths } from '@/context/paths'
import { onceOnline } from '@/ui/once-online'
import { refreshReportSchedules } from './refresh'

const RunsDialog = lazy(() => onceOnline(() => import('./RunsDialog')))
const ScheduleDialog = lazy(() => onceOnline(() => import('./ScheduleDialog')))

const scheduleActions = (t: TFunction<'report-schedules'>): RecordAction<ReportSchedule>[] => [
  {
    label: t('action.runs'),
    icon: IconHistory,
    dialog: (schedule, state) => <RunsDialog schedule={schedule} {...state} />,
  },
  {
    verb: 'update',
    label: t('action.update'),
    icon: IconPencil,
    dialog: (schedule, { opened, onClose }) => (
      <ScheduleDialog schedule={schedule} opened={opened} onClose={onClose} />
    ),
  },
  {
    verb: 'run',
    label: t('action.run'),
    icon: IconSend,
    ask: ({ name, recipients, addresses }) => ({
      title: t('run.title', { name }),
      text: t('run.text', { names: [...recipients.map(({ label }) => label), ...addresses].join(', ') }),
    }),
    run: ({ id, version }) => reportScheduleRun(id, { version }),
    done: ({ name }: ReportSchedule) => t('run.done', { name }),
  },
  {
    verb: 'pause',
    label: t('action.pause'),
    icon: IconPlayerPause,
    run: ({ id, version }) => reportSchedulePause(id, { version }),
    done: ({ name }: ReportSchedule) => t('pause.done', { name }),
    undo: () => 'resume',
  },
  {
    verb: 'resume',
    label: t('action.resume'),
    icon: IconPlayerPlay,
    run: ({ id, version }) => reportScheduleResume(id, { version }),
    done: ({ name }: ReportSchedule) => t('resume.done', { name }),
  },
  {
    verb: 'take_over',
    label: t('action.takeOver'),
    icon: IconUserCheck,
    ask: ({ name }) => ({ title: t('takeOver.title', { name }), text: t('takeOver.text') }),
    run: ({ id, version }) => reportScheduleTakeOver(id, { version }),
    done: ({ name }: ReportSchedule) => t('takeOver.done', { name }),
  },
  {
    verb: 'delete',
    label: t('action.delete'),
    icon: IconTrash,
    danger: true,
    ask: ({ name }) => ({ title: t('delete.title', { name }), text: t('delete.text') }),
    remove: ({ id }) => reportScheduleDelete(id),
    done: ({ name }: ReportSchedule) => t('delete.done', { name }),
  },
]

/** The actions on a schedule in the list. */
export function useReportScheduleActions() {
  const { t } = useTranslation('report-schedules')
  return useRecordActions<ReportSchedule>({
    actions: scheduleActions(t),
    refresh: refreshReportSchedules,
    deleted: { refresh: invalidateReportScheduleList, leaveTo: paths['reports.schedules']() },
  })
}
