import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PickupDetails, PickupRecord } from '@/api/schema'
import { RecordLine, RecordLines } from '@/shared/field-records/RecordLine'
import { PageCard } from '@/ui/PageCard'

/** Tasks for the staff, first on the page. */
export function PickupTasks({ pickup }: { pickup: PickupDetails }) {
  const { t } = useTranslation('pickups')
  const { tasks, flags, is_waiting } = pickup
  if (tasks.length === 0 && flags.length === 0 && !is_waiting) return null
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('tasksTitle')}>
      <List size="sm">
        {tasks.map((task) => (
          <List.Item key={task}>{t(`task.${task}`)}</List.Item>
        ))}
        {flags.map((flag) => (
          <List.Item key={flag}>{t(`flag.${flag}`)}</List.Item>
        ))}
        {is_waiting && <List.Item>{t('waitingFiles')}</List.Item>}
      </List>
    </Alert>
  )
}

/** Records of drivers, the newest first. */
export function PickupRecords({ pickup: { id, records } }: { pickup: PickupDetails }) {
  const { t } = useTranslation('pickups')
  if (records.length === 0) return null
  const saidOf = (record: PickupRecord) => [
    record.reason && t(`reason.${record.reason}`),
    record.codes?.join(', '),
    record.unlabelled ? t('withoutLabel', { count: record.unlabelled }) : null,
    record.name,
    record.note,
    record.proof_impossible && t('proofImpossible', { reason: record.proof_impossible }),
  ]
  return (
    <PageCard title={t('section.records')}>
      <RecordLines>
        {records.map((record) => (
          <RecordLine
            key={record.id}
            record={record}
            name={t(`kind.${record.kind}`)}
            said={saidOf(record)}
            of={`/api/shipment-pickups/${id}`}
          />
        ))}
      </RecordLines>
    </PageCard>
  )
}
