import { Alert, Anchor, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PickupDetails, PickupRecord } from '@/api/schema'
import { RecordFiles } from '@/shared/field-records/RecordFiles'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './Pickups.module.css'

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
export function PickupRecords({ pickup }: { pickup: PickupDetails }) {
  const { t } = useTranslation('pickups')
  if (pickup.records.length === 0) return null
  return (
    <PageCard title={t('section.records')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ol role="list" className={classes.list}>
        {pickup.records.map((record) => (
          <li key={record.id} className={classes.line}>
            <Recorded record={record} pickup={pickup.id} />
          </li>
        ))}
      </ol>
    </PageCard>
  )
}

function Recorded({ record, pickup }: { record: PickupRecord; pickup: string }) {
  const { t } = useTranslation('pickups')
  const { reason, name, codes, unlabelled, note, proof_impossible, latitude, longitude, accuracy_m } = record
  const said = [
    reason && t(`reason.${reason}`),
    codes?.join(', '),
    unlabelled ? t('withoutLabel', { count: unlabelled }) : null,
    name,
    note,
    proof_impossible && t('proofImpossible', { reason: proof_impossible }),
  ]
  return (
    <>
      <span className={classes.said}>
        {t(`kind.${record.kind}`)}
        <Text size="xs" c="dimmed">
          {said.filter(Boolean).join(' · ')}
        </Text>
      </span>
      <Text size="xs" c="dimmed" component="span">
        <Moment at={record.at} />
      </Text>
      {latitude !== null && longitude !== null && (
        <Anchor size="xs" href={`geo:${latitude},${longitude}`}>
          {t('place', { metres: Math.round(accuracy_m ?? 0) })}
        </Anchor>
      )}
      {!record.is_complete && (
        <Text size="xs" c="orange">
          {t('waitingFiles')}
        </Text>
      )}
      <RecordFiles
        of={`/api/shipment-pickups/${pickup}`}
        files={record.files}
        nameOf={(proof) => t(`proof.${proof}`)}
      />
    </>
  )
}
