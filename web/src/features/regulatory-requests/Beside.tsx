import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRegulatoryRequestHistory } from '@/api/generated/endpoints/regulatory/regulatory'
import type { RegulatoryHistoryEntry, RegulatoryRequest } from '@/api/schema'
import { paths } from '@/context/paths'
import { regulatoryLook } from '@/shared/regulatory/status'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './Beside.module.css'
import { Documents } from './Documents'

/** The course of a request, its documents and its history. */
export function Beside({ request }: { request: RegulatoryRequest }) {
  return (
    <div className={classes.column}>
      <Course request={request} />
      <Documents request={request} />
      <History id={request.id} />
    </div>
  )
}

function Course({ request }: { request: RegulatoryRequest }) {
  const { t } = useTranslation('regulatory-requests')
  const format = useFormat()
  const { demand, demand_due_on: due, last_error: error } = request
  return (
    <PageCard title={t('section.course')}>
      {demand && (
        <Alert color="orange" mb="sm" icon={<IconClockExclamation aria-hidden />} title={t('demandTitle')}>
          {demand}
          {due && <Text size="sm">{t('demandUntil', { day: format.day(due) })}</Text>}
        </Alert>
      )}
      {error && (
        <Alert color="red" mb="sm" icon={<IconAlertTriangle aria-hidden />} title={t('field.last_error')}>
          {error}
        </Alert>
      )}
      <Facts>
        <Fact label={t('field.shipment')}>
          <Anchor component={AppLink} to={paths['shipments.show']({ id: request.shipment.id })} size="sm">
            {request.shipment.tracking_code}
          </Anchor>
        </Fact>
        <Fact label={t('field.recipient')}>{request.recipient}</Fact>
        <Fact label={t('field.client')}>{request.client_name}</Fact>
        <Fact label={t('field.attempt')}>{format.number(request.attempt)}</Fact>
        <Fact label={t('field.protocol_no')}>{request.protocol_no}</Fact>
        <Fact label={t('field.protocol_at')}>
          {request.protocol_at && <Moment at={request.protocol_at} />}
        </Fact>
        <Fact label={t('field.decision')} long>
          {request.decision}
        </Fact>
        <Fact label={t('field.decided_at')}>{request.decided_at && <Moment at={request.decided_at} />}</Fact>
      </Facts>
    </PageCard>
  )
}

function History({ id }: { id: string }) {
  const { t } = useTranslation('regulatory-requests')
  const history = useRegulatoryRequestHistory(id)
  const entries = history.data?.data
  return (
    <PageCard title={t('section.history')}>
      {!entries && history.error ? <LoadFailure title={t('historyFailed')} result={history} /> : null}
      {entries?.length === 0 && <Text c="dimmed">{t('noHistory')}</Text>}
      <ol className={classes.list}>
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </PageCard>
  )
}

function Entry({ entry }: { entry: RegulatoryHistoryEntry }) {
  const { t } = useTranslation('regulatory-requests')
  const { t: regulatory } = useTranslation('regulatory')
  const { color, icon: Icon, label } = regulatoryLook(entry.to_status, regulatory)
  return (
    <li className={classes.entry}>
      <Icon size={16} stroke={2} color={`var(--mantine-color-${color}-text)`} aria-hidden />
      <div>
        <Text size="sm" fw={550}>
          {t(`step.${entry.step}`)}
        </Text>
        <Text size="sm">{entry.ignored ? t('ignored', { attempt: entry.attempt }) : label}</Text>
        {entry.note && (
          <Text size="sm" className={classes.note}>
            {entry.note}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <Moment at={entry.at} relative />
          {entry.by_name && ` · ${entry.by_name}`}
          {entry.attempt > 0 && ` · ${t('attempt', { attempt: entry.attempt })}`}
        </Text>
      </div>
    </li>
  )
}
