import { Anchor, Text } from '@mantine/core'
import {
  IconBriefcase,
  IconLock,
  IconPackage,
  IconPackageOff,
  IconPlane,
  IconPlaneArrival,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type {
  ShipmentTransport,
  TransportRecord,
  TransportStage,
  ShipmentTransports as Travels,
  WaybillLeg,
} from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge, type StatusLook } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'

const LOOKS = {
  packed: { color: 'blue', icon: IconPackage },
  sealed: { color: 'teal', icon: IconLock },
  booked: { color: 'teal', icon: IconBriefcase },
  departed: { color: 'indigo', icon: IconPlane },
  arrived: { color: 'teal', icon: IconPlaneArrival },
  short: { color: 'orange', icon: IconPackageOff },
} satisfies Record<TransportStage | 'short', Omit<StatusLook, 'label'>>

/** How a shipment travels, in plain words; with links to what the user may open. */
export default function ShipmentTransports({ travels }: { travels: Travels }) {
  const { t } = useTranslation('shipment-transports')
  const { transports, manifests } = travels
  return (
    <PageCard title={t('title')}>
      {transports.map((transport, at) => (
        <Transport key={transport.bag?.id ?? transport.packed_at ?? at} transport={transport} />
      ))}
      {manifests.length > 0 && (
        <Facts label={t('manifests')}>
          <Fact label={t('manifest', { count: manifests.length })}>
            <Records records={manifests} to={paths['manifests.show']} />
          </Fact>
        </Facts>
      )}
    </PageCard>
  )
}

function Transport({ transport }: { transport: ShipmentTransport }) {
  const { t } = useTranslation('shipment-transports')
  const format = useFormat()
  const { kind, parcel_count, short_count, packed_at, sealed_at, moved_at, bag, waybill } = transport
  const { origin_airport, destination_airport, flights } = transport
  // Its bag has arrived without it.
  const stage = short_count > 0 && short_count >= parcel_count ? 'short' : transport.stage
  const status = { ...LOOKS[stage], label: t(`stage.${stage}`) }
  return (
    <Facts label={bag?.number ?? t(`carrier.${kind ?? 'none'}`)}>
      <Fact label={t(`carrier.${kind ?? 'none'}`)}>
        {bag && <Records records={[bag]} to={paths['bags.show']} />}
      </Fact>
      <Fact label={t('status')}>
        <StatusBadge status={status} />
      </Fact>
      <Fact label={t('way')}>{`${origin_airport} → ${destination_airport}`}</Fact>
      <Fact label={t('parcels')}>{format.number(parcel_count)}</Fact>
      <Fact label={t('short')}>{short_count > 0 && stage !== 'short' && format.number(short_count)}</Fact>
      <Fact label={t('packed')}>{packed_at && <Moment at={packed_at} />}</Fact>
      <Fact label={t('sealed')}>{sealed_at && <Moment at={sealed_at} />}</Fact>
      <Fact label={t('flight', { count: flights.length })} long>
        {flights.length > 0 &&
          flights.map((leg) => <Flight key={`${leg.flight} ${leg.departs_on}`} leg={leg} />)}
      </Fact>
      <Fact label={stage === 'departed' ? t('departed') : t('arrived')}>
        {moved_at && stage !== 'short' && <Moment at={moved_at} />}
      </Fact>
      <Fact label={t('waybill')}>{waybill && <Records records={[waybill]} to={paths['mawbs.show']} />}</Fact>
    </Facts>
  )
}

/** Days and times are those of each airport. */
function Flight({ leg }: { leg: WaybillLeg }) {
  const { t } = useTranslation('shipment-transports')
  const format = useFormat()
  const { flight, origin, destination, departs_on, departure_time, arrives_on, arrival_time } = leg
  const at = (day: string, time: string | null | undefined) =>
    [format.day(day), time].filter(Boolean).join(' ')
  return (
    <Text size="sm" component="div">
      {t('leg', { flight, from: origin, to: destination })}
      <br />
      {t('leaves', { at: at(departs_on, departure_time) })}
      {arrives_on && (
        <>
          <br />
          {t('lands', { at: at(arrives_on, arrival_time) })}
        </>
      )}
    </Text>
  )
}

type RecordsProps = { records: TransportRecord[]; to(params: { id: string }): string }

function Records({ records, to }: RecordsProps) {
  return records.map(({ id, number }) => (
    <Anchor key={id} component={AppLink} to={to({ id })} size="sm" display="block">
      {number}
    </Anchor>
  ))
}
