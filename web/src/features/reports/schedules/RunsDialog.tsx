import { Modal, Skeleton, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReportScheduleShow } from '@/api/generated/endpoints/reports/reports'
import type { ReportSchedule } from '@/api/schema'
import { useOpened } from '@/ui/dialogs/overlay'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { ScrollTable } from '@/ui/ScrollTable'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { runLook } from './status'

type RunsDialogProps = { schedule: ReportSchedule; opened: boolean; onClose(): void }

/** The runs of a schedule, and for how many of its recipients each made a file. */
export default function RunsDialog({ schedule, opened, onClose }: RunsDialogProps) {
  const { t } = useTranslation(['report-schedules', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('runs.title', { name: schedule.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Runs id={schedule.id} />
    </Modal>
  )
}

function Runs({ id }: { id: string }) {
  const { t } = useTranslation('report-schedules')
  const format = useFormat()
  const result = useReportScheduleShow(id)
  const runs = result.data?.data.runs
  if (!runs) {
    return result.error ? <LoadFailure title={t('runs.failed')} result={result} /> : <Skeleton h={160} />
  }
  if (runs.length === 0) return <Text c="dimmed">{t('runs.none')}</Text>
  return (
    <ScrollTable label={t('runs.label')} minWidth={440}>
      <Table aria-label={t('runs.label')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('runs.planned_at')}</Table.Th>
            <Table.Th>{t('field.state')}</Table.Th>
            <Table.Th ta="end">{t('runs.row_count')}</Table.Th>
            <Table.Th ta="end">{t('runs.sent')}</Table.Th>
            <Table.Th ta="end">{t('runs.withheld')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map(({ planned_at, state, row_count, sent, withheld }) => (
            <Table.Tr key={planned_at}>
              <Table.Td>
                <Moment at={planned_at} />
              </Table.Td>
              <Table.Td>
                <StatusBadge status={runLook(state, t)} />
              </Table.Td>
              <Table.Td ta="end">{format.number(row_count)}</Table.Td>
              <Table.Td ta="end">{format.number(sent)}</Table.Td>
              <Table.Td ta="end">{format.number(withheld)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollTable>
  )
}
