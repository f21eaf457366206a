import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Waybill, type WaybillLeg, WaybillStatus } from '@/api/schema'
import { useProfile } from '@/context/session'
import { FlightDocuments } from '@/shared/bags/FlightDocuments'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import classes from './Waybills.module.css'

/** The flights from the origin to the destination. Days and times are those of each airport. */
export function Flights({ waybill }: { waybill: Waybill }) {
  const { t } = useTranslation('waybills')
  const { can } = useProfile()
  // A void waybill is not among the documents of its flights.
  const packs = can['mawb.export'] === true && waybill.status !== WaybillStatus.Void
  return (
    <PageCard title={t('section.flights')}>
      {waybill.legs.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noFlights')}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ol role="list" className={classes.list} aria-label={t('section.flights')}>
        {waybill.legs.map((leg) => (
          <li key={`${leg.flight} ${leg.departs_on} ${leg.origin}`} className={classes.line}>
            <Flight leg={leg} />
            {packs && <FlightDocuments flight={leg.flight} on={leg.departs_on} />}
          </li>
        ))}
      </ol>
    </PageCard>
  )
}

function Flight({ leg }: { leg: WaybillLeg }) {
  const { t } = useTranslation('waybills')
  const format = useFormat()
  const { flight, origin, destination, departs_on, departure_time, arrives_on, arrival_time } = leg
  const at = (day: string, time: string | null | undefined) =>
    [format.day(day), time].filter(Boolean).join(' ')
  return (
    <>
      <span>
        <Text span fw={600} inherit>
          {flight}
        </Text>{' '}
        {origin} → {destination}
      </span>
      <Text size="sm" className={classes.times}>
        {t('departs', { at: at(departs_on, departure_time) })}
        {arrives_on && (
          <>
            <br />
            {t('arrives', { at: at(arrives_on, arrival_time) })}
          </>
        )}
      </Text>
    </>
  )
}
