import { Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMasterShow } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Master, MasterStatus } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { RecordPage } from '@/blocks/RecordPage'
import { useProfile } from '@/context/session'
import { FlightDocuments } from '@/shared/bags/FlightDocuments'
import { Unpacking, useIsUnpackingKnown } from '@/shared/bags/Unpacking'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useMasterActions } from './actions'
import { MasterBags } from './MasterBags'
import classes from './Masters.module.css'
import { masterLook } from './status'
import { wayOf } from './way'

/** One master: its way, its bags, and where they are unpacked. */
export function MasterPage({ id }: { id: string }) {
  const { t } = useTranslation('masters')
  return (
    <RecordPage
      result={useMasterShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ kind, number }) => `${t(`kind.${kind}`)} ${number}`}
      actions={useMasterActions()}
      side={(master) => <MasterFacts master={master} />}
    >
      {(master) => <Cards master={master} />}
    </RecordPage>
  )
}

/** The bags wait for what stands above them. */
function Cards({ master }: { master: Master }) {
  const hasArrived = master.status >= MasterStatus.Arrived
  const isUnpackingKnown = useIsUnpackingKnown({ master: master.id }, hasArrived)
  if (!isUnpackingKnown) return <Skeleton h="60vh" radius="md" />
  return (
    <Stack>
      {hasArrived && <Unpacking master={master.id} />}
      <MasterBags master={master} />
    </Stack>
  )
}

/** In what state a master is, and what is known of it. */
function MasterFacts({ master }: { master: Master }) {
  const { t } = useTranslation('masters')
  const format = useFormat()
  const { data: choices } = useChoices()
  const { departs_on, arrives_on, closed_at, departed_at, arrived_at, delivered_at } = master
  const country = choices?.countries.find(({ id }) => id === master.to_country_id)?.label
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={masterLook(master.status, t)} />
      <Text size="sm" mt="xs">
        {t(`next.${master.status}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.kind')}>{t(`kind.${master.kind}`)}</Fact>
        <Fact label={t('field.way')}>{wayOf(master)}</Fact>
        <Fact label={t('field.to_country_id')}>{choices ? country : '…'}</Fact>
        <Fact label={t('field.warehouse')}>{master.warehouse_code}</Fact>
        <Fact label={t('field.provider')}>{master.provider_name}</Fact>
        <Fact label={t('field.reference')}>{master.reference}</Fact>
        <Fact label={t('field.vehicle')}>{master.vehicle}</Fact>
        <Fact label={t('field.bags')}>{format.number(master.bag_count)}</Fact>
        <Fact label={t('field.parcels')}>{format.number(master.parcel_count)}</Fact>
        <Fact label={t('field.gross')}>{format.weight(master.gross_g)}</Fact>
        <Fact label={t('field.departs_on')}>{departs_on && format.day(departs_on)}</Fact>
        <Fact label={t('field.arrives_on')}>{arrives_on && format.day(arrives_on)}</Fact>
        <Fact label={t('field.closed_at')}>{closed_at && <Moment at={closed_at} />}</Fact>
        <Fact label={t('field.departed_at')}>{departed_at && <Moment at={departed_at} />}</Fact>
        <Fact label={t('field.arrived_at')}>{arrived_at && <Moment at={arrived_at} />}</Fact>
        <Fact label={t('field.delivered_at')}>{delivered_at && <Moment at={delivered_at} />}</Fact>
        <Fact label={t('field.note')} long>
          {master.note}
        </Fact>
        <Fact label={t('field.reason')} long>
          {master.reason}
        </Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={master.created_at} />
        </Fact>
      </Facts>
      <FlightPapers master={master} />
    </PageCard>
  )
}

/** As the server finds a CN38 of a flight: by what is typed as its transport. */
const FLIGHT = /^[A-Z0-9]{2} ?\d{1,4}[A-Z]?$/i

/** The documents of the flight with which a CN38 goes. */
function FlightPapers({ master }: { master: Master }) {
  const { can } = useProfile()
  const { kind, status, vehicle, departs_on } = master
  const isPacked = can['mawb.export'] === true && kind === 'cn38' && status !== MasterStatus.Void
  if (!isPacked || !departs_on || !vehicle || !FLIGHT.test(vehicle)) return null
  return <FlightDocuments flight={vehicle} on={departs_on} />
}
