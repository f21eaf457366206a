import { useTranslation } from 'react-i18next'
import type { PickupDetails, PickupRecord } from '@/api/schema'
import { RecordLine, RecordLines } from '@/shared/field-records/RecordLine'
import { RecordTasks } from '@/shared/field-records/RecordTasks'
import { PageCard } from '@/ui/PageCard'

/** Tasks for the staff, first on the page. */
export function PickupTasks({ pickup: { tasks, flags, is_waiting } }: { pickup: PickupDetails }) {
  const { t } = useTranslation('pickups')
  const items = [...tasks.map((task) => t(`task.${task}`)), ...flags.map((flag) => t(`flag.${flag}`))]
  return <RecordTasks title={t('tasksTitle')} items={[...items, is_waiting && t('waitingFiles')]} />
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
