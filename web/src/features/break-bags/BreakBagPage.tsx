import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBreakBagShow } from '@/api/generated/endpoints/consolidation/consolidation'
import { type BreakBag, BreakBagStatus, type CargoFlight } from '@/api/schema'
import { RecordPage } from '@/blocks/RecordPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import { useBreakBagActions } from './actions'
import classes from './BreakBags.module.css'
import { useFlights, useOnceFlightsAreThere } from './flights'
import { LeftBreakScans } from './LeftBreakScans'
import { Lines } from './Lines'
import { Station } from './Station'
import { breakBagLook } from './status'

/** One unpacking: the scan station, what is found and what is not, and how differences are settled. */
export function BreakBagPage({ id }: { id: string }) {
  const { t } = useTranslation('break-bags')
  return (
    <RecordPage
      result={useOnceFlightsAreThere(useBreakBagShow(id))}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useBreakBagActions()}
      side={(broken) => <BreakBagFacts broken={broken} />}
    >
      {(broken) => (
        <Stack>
          {broken.next_step !== null && <WayOn broken={broken} />}
          {broken.can.scan ? <Station broken={broken} /> : <LeftBreakScans broken={broken} />}
          <Lines broken={broken} />
        </Stack>
      )}
    </RecordPage>
  )
}

/** Where the parcels go on once all is settled. */
function WayOn({ broken }: { broken: BreakBag }) {
  const { t } = useTranslation('break-bags')
  const { menu, can } = useProfile()
  const isReceiving = broken.next_step === 'receiving'
  const to = isReceiving ? paths.receiving() : paths['deliveries.create']()
  const isOffered = isReceiving ? menu.receiving : menu.deliveries && can['delivery.create']
  if (broken.next_step === null) return null
  return (
    <PageCard title={t('section.wayOn')}>
      <Text size="sm" mb="sm">
        {t(`stepText.${broken.next_step}`)}
      </Text>
      {isOffered && (
        <Group>
          <Button component={AppLink} to={to}>
            {t(`step.${broken.next_step}`)}
          </Button>
        </Group>
      )}
    </PageCard>
  )
}

function BreakBagFacts({ broken }: { broken: BreakBag }) {
  const { t } = useTranslation('break-bags')
  const format = useFormat()
  const { can } = useProfile()
  const { flights } = useFlights(broken)
  const { mawb_id, master_id, manifest_id, manifest_revision, counted_at, closed_at, next_step } = broken
  const isHidden = broken.expected_count === null
  const isLate = broken.status === BreakBagStatus.Closed && broken.open_count > 0
  const to = mawb_id
    ? can['mawb.show'] && paths['mawbs.show']({ id: mawb_id })
    : master_id && can['master.show'] && paths['masters.show']({ id: master_id })
  return (
    <PageCard label={t('facts')}>
      <StatusBadge status={breakBagLook(broken.status, t)} />
      <Text size="sm" mt="xs">
        {isLate ? t('next.late') : t(`next.${broken.status}`)}
      </Text>
      <Facts className={classes.facts}>
        <Fact label={t('field.transport')}>
          {to ? (
            <Anchor component={AppLink} to={to}>
              {broken.number}
            </Anchor>
          ) : (
            broken.number
          )}
        </Fact>
        <Fact label={t('field.place')}>{broken.place}</Fact>
        <Fact label={t('field.manifest')}>
          {manifest_id &&
            (can['manifest.show'] ? (
              <Anchor component={AppLink} to={paths['manifests.show']({ id: manifest_id })}>
                {t('version', { version: manifest_revision })}
              </Anchor>
            ) : (
              t('version', { version: manifest_revision })
            ))}
        </Fact>
        <Fact label={t('field.flights')} long>
          {!isHidden &&
            flights.length > 0 &&
            flights.map((flight) => <FlightLine key={keyOf(flight)} flight={flight} />)}
        </Fact>
        <Fact label={t('field.blind')}>{broken.blind && t('yes')}</Fact>
        <Fact label={t('count.expected_count')}>
          {broken.expected_count === null ? t('hidden') : format.number(broken.expected_count)}
        </Fact>
        <Fact label={t('count.found_count')}>{format.number(broken.found_count)}</Fact>
        <Fact label={t('count.over_count')}>{format.number(broken.over_count)}</Fact>
        <Fact label={t('count.short_count')}>{format.number(broken.short_count)}</Fact>
        <Fact label={t('count.damaged_count')}>{format.number(broken.damaged_count)}</Fact>
        <Fact label={t('count.open_count')}>{format.number(broken.open_count)}</Fact>
        <Fact label={t('field.counted_at')}>{counted_at && <Moment at={counted_at} />}</Fact>
        <Fact label={t('field.closed_at')}>{closed_at && <Moment at={closed_at} />}</Fact>
        <Fact label={t('field.next_step')}>{next_step && t(`step.${next_step}`)}</Fact>
        <Fact label={t('field.reason')} long>
          {broken.reason}
        </Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={broken.created_at} />
        </Fact>
      </Facts>
    </PageCard>
  )
}

const keyOf = ({ flight, day }: CargoFlight) => `${flight} ${day}`

/** The pieces that a flight brings: which parcels are among them, nobody knows. */
function FlightLine({ flight }: { flight: CargoFlight }) {
  const { t } = useTranslation('break-bags')
  const format = useFormat()
  const { expected, received } = flight
  const amounts = { number: format.number(expected), received: format.number(received) }
  return (
    <Text size="sm">
      {flight.flight} · {format.day(flight.day)} · {t('flight', { count: expected, ...amounts })}
    </Text>
  )
}
