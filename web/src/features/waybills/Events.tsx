import { Alert, Anchor, Loader, Stack, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useMawbEventList } from '@/api/generated/endpoints/consolidation/consolidation'
import type { CargoEvent, CargoProgress, Waybill } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import { Moment } from '@/ui/time/Moment'
import classes from './Waybills.module.css'

/** The reports of airlines on a waybill, and where its pieces are after them. */
export function Events({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const result = useMawbEventList(waybill.id)
  const told = result.data?.data
  return (
    <PageCard title={t('section.events')}>
      <Stack gap="sm">
        {!told && result.error ? <LoadFailure title={t('events.failed')} result={result} /> : null}
        {!told && !result.error && <Loader aria-label={t('section.events')} />}
        {told && <Progress progress={told.progress} />}
        {told?.data.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('events.none')}
          </Text>
        )}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" className={classes.list} aria-label={t('section.events')}>
          {told?.data.map((event) => (
            <li key={event.id} className={classes.line}>
              <Line event={event} />
            </li>
          ))}
        </ul>
      </Stack>
    </PageCard>
  )
}

/** How many pieces have reached each stage: bags and shipments follow those that have all. */
function Progress({ progress }: { progress: CargoProgress }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { stages, missing, other_total } = progress
  const isPart = stages.some(({ whole_at }) => whole_at === null)
  return (
    <>
      {stages.length > 0 && (
        <div className={classes.figures}>
          {stages.map(({ stage, pieces, of }) => (
            <span key={stage}>
              {t(`stage.${stage}`)}{' '}
              <Text span fw={600}>
                {t('events.pieces', { pieces: format.number(pieces), of: format.number(of) })}
              </Text>
            </span>
          ))}
        </div>
      )}
      {isPart && (
        <Text size="sm" c="dimmed">
          {t('events.partly')}
        </Text>
      )}
      {missing > 0 && (
        <Alert color="orange" role="status">
          {t('events.missing', { count: missing, number: format.number(missing) })}
        </Alert>
      )}
      {other_total !== null && (
        <Alert color="orange" role="status">
          {t('events.otherTotal', { count: other_total, number: format.number(other_total) })}
        </Alert>
      )}
    </>
  )
}

/** The codes of airlines that have words here. */
const CODES = [
  'ARR',
  'AWD',
  'AWR',
  'BKD',
  'CCD',
  'CRC',
  'DDL',
  'DEP',
  'DIS',
  'DLV',
  'DPU',
  'FOH',
  'MAN',
  'NFD',
  'PRE',
  'RCF',
  'RCS',
  'RCT',
  'TFD',
  'TGC',
  'TRM',
] as const
const DISCREPANCIES = ['FDAW', 'FDCA', 'FDMB', 'MSAW', 'MSCA', 'MSMB', 'OFLD', 'OVCD', 'SSPD'] as const

/** 'DEP · Departed'. An unknown code stands alone. */
function nameOf(t: TFunction<'waybills'>, { code, discrepancy }: CargoEvent) {
  const wrong = DISCREPANCIES.find((one) => one === discrepancy)
  if (discrepancy) return wrong ? `${discrepancy} · ${t(`discrepancy.${wrong}`)}` : discrepancy
  const known = CODES.find((one) => one === code)
  return known ? `${code} · ${t(`code.${known}`)}` : code
}

function Line({ event }: { event: CargoEvent }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { can } = useProfile()
  const { station, to_station, flight, local_day, time, pieces, message_id, recorded_by_name } = event
  const way = [station, to_station].filter(Boolean).join(' → ')
  const amount =
    pieces === null ? t('events.all') : t('pieces', { count: pieces, number: format.number(pieces) })
  const about = [[format.day(local_day), time].filter(Boolean).join(' '), way, flight, amount]
  return (
    <span>
      {nameOf(t, event)}
      <Text size="xs" c="dimmed">
        {about.filter(Boolean).join(' · ')}
      </Text>
      {event.remark && <Text size="xs">{event.remark}</Text>}
      {event.note && <Text size="xs">{event.note}</Text>}
      <Text size="xs" c="dimmed">
        {message_id && can['cargo_message.show'] ? (
          <Anchor component={AppLink} size="xs" to={paths['cargo_messages.show']({ id: message_id })}>
            {t('events.byMessage')}
          </Anchor>
        ) : message_id ? (
          t('events.byMessage')
        ) : (
          recorded_by_name
        )}{' '}
        · <Moment at={event.recorded_at} relative />
      </Text>
    </span>
  )
}
