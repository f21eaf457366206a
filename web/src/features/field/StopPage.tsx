import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconCheck, IconMapPin, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FieldAttempt,
  type FieldPickup,
  type FieldRoute,
  type FieldRoutes,
  type FieldStop,
  RunStatus,
} from '@/api/schema'
import { ScreenFailure } from '@/blocks/ScreenFailure'
import { stopLook } from '@/shared/deliveries/status'
import { notify } from '@/ui/dialogs/notify'
import { EmptyState } from '@/ui/EmptyState'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { ResourcePage } from '@/ui/ResourcePage'
import { DeliveredSheet } from './DeliveredSheet'
import { FailedSheet } from './FailedSheet'
import classes from './Field.module.css'
import { FieldHeader } from './FieldHeader'
import { reasonsAt } from './fail-reasons'
import { sortByBoard } from './on-board'
import { nameOf } from './ParcelsField'
import { PickupStop } from './PickupStop'
import { nextPage } from './run-progress'
import { StopAddress } from './StopAddress'
import { StopDone } from './StopDone'
import { forgetSheets } from './sheet-drafts'
import { useRecording } from './useRecording'
import { useRuns } from './useRuns'

/** One stop, with the two things that can happen there. */
export function StopPage({ id }: { id: string }) {
  const { t } = useTranslation('field')
  const { result, data, queue } = useRuns()
  const found = data && findStop(data, id)
  const [last, setLast] = useState(found)
  if (found && !isSame(found, last)) setLast(found)
  // What the driver writes at an open stop is not lost because the office moves the stop meanwhile.
  const isMoved = data !== undefined && !found
  const shown = found ?? last
  return (
    <div className={classes.page}>
      <link rel="manifest" href="/field.webmanifest" />
      <FieldHeader route={shown?.route} queue={queue} />
      <ResourcePage title={shown?.stop?.recipient_name ?? shown?.pickup?.client_name ?? t('stop')}>
        {!data && result.error ? <ScreenFailure title={t('loadFailed')} result={result} /> : null}
        {!data && !result.error && <Skeleton h="60vh" radius="md" />}
        {isMoved && shown && (
          <Alert color="orange" role="alert" mb="md" title={t('stopGone')}>
            {t('stopMovedText')}
          </Alert>
        )}
        {data && shown?.stop && (
          <Stop key={shown.stop.id} data={data} route={shown.route} stop={shown.stop} />
        )}
        {shown?.pickup && <PickupStop key={shown.pickup.id} route={shown.route} pickup={shown.pickup} />}
        {data && !shown && <EmptyState icon={IconMapPin} title={t('stopGone')} text={t('stopGoneText')} />}
      </ResourcePage>
    </div>
  )
}

/** A delivery or a pickup. */
type Found = { route: FieldRoute; stop?: FieldStop | undefined; pickup?: FieldPickup | undefined }

function findStop({ routes }: FieldRoutes, id: string): Found | undefined {
  for (const route of routes) {
    const stop = route.stops.find((one) => one.id === id)
    const pickup = route.pickups.find((one) => one.id === id)
    if (stop || pickup) return { route, stop, pickup }
  }
  return undefined
}

/** Each drawing makes new objects of the same stop. */
const isSame = (one: Found, other: Found | undefined) => JSON.stringify(one) === JSON.stringify(other)

type StopProps = { data: FieldRoutes; route: FieldRoute; stop: FieldStop }

function Stop({ data, route, stop }: StopProps) {
  const { t } = useTranslation('field')
  const { t: deliveries } = useTranslation('deliveries')
  const navigate = useNavigate()
  const recording = useRecording(stop)
  const [sheet, setSheet] = useState<'delivered' | 'failed'>()
  const isUnderWay = route.status === RunStatus.InProgress

  /** On to the next stop that is not done, or back to the list. */
  function goOn() {
    setSheet(undefined)
    forgetSheets(stop.id)
    notify.success(t('recorded'))
    void navigate({ href: nextPage(route, stop.id) })
  }

  return (
    <>
      <Where stop={stop} isUnderWay={isUnderWay} />
      {stop.outcome && <StopDone status={stopLook(stop.outcome, deliveries)} canUndo recording={recording} />}
      {!isUnderWay && (
        <Alert color="blue" mt="md">
          {t(route.status === RunStatus.Closed ? 'runOver' : 'notStarted')}
        </Alert>
      )}
      {recording.failure && !sheet && (
        <Alert color="red" role="alert" mt="md">
          {recording.failure}
        </Alert>
      )}
      {isUnderWay && stop.outcome === null && (
        <div className={classes.outcomes}>
          <Button
            size="lg"
            color="teal"
            leftSection={<IconCheck aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setSheet('delivered')}
          >
            {t('delivered')}
          </Button>
          <Button
            size="lg"
            variant="default"
            leftSection={<IconX aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setSheet('failed')}
          >
            {t('couldNot')}
          </Button>
        </div>
      )}
      <DeliveredSheet
        opened={sheet === 'delivered'}
        onClose={() => setSheet(undefined)}
        stop={stop}
        recording={recording}
        onDone={goOn}
      />
      <FailedSheet
        opened={sheet === 'failed'}
        onClose={() => setSheet(undefined)}
        stop={stop.id}
        reasons={reasonsAt(stop, data.reasons).map(({ code, asks_photo }) => ({
          code,
          asks_photo,
          label: deliveries(`reason.${code}`),
        }))}
        recording={recording}
        onDone={goOn}
      />
    </>
  )
}

/** Where it is, what is to be handed over, and what to mind there. */
function Where({ stop, isUnderWay }: { stop: FieldStop; isUnderWay: boolean }) {
  const { t } = useTranslation('field')
  const { toHand, leftBehind } = sortByBoard(stop.parcels, isUnderWay)
  // When the stop is done, this visit would count as an earlier one, and what was not paid as still to collect.
  const isOpen = stop.outcome === null
  const format = useFormat()
  const { t: deliveries } = useTranslation('deliveries')
  return (
    <PageCard label={t('stop')}>
      <StopAddress stop={stop} />
      {stop.from_time && stop.to_time && (
        <Text mt="xs">{t('window', { from: stop.from_time, to: stop.to_time })}</Text>
      )}
      {isOpen && stop.cod_due && stop.cod_currency && (
        <Text mt="xs" fw={600}>
          {t('cashDue', { amount: format.money(stop.cod_due, stop.cod_currency) })}
        </Text>
      )}
      {stop.instructions && <Text mt="xs">{stop.instructions}</Text>}
      {stop.choice && (
        <Text mt="xs" fw={600}>
          {deliveries('chosen', {
            choice: [deliveries(`choice.${stop.choice}`), stop.choice_note].filter(Boolean).join(' · '),
          })}
        </Text>
      )}
      {isOpen && stop.attempts > 0 && (
        <Text mt="xs" c="orange">
          {t('attempts', { count: stop.attempts })}
        </Text>
      )}
      {stop.last_attempt && <LastAttempt attempt={stop.last_attempt} />}
      <Text mt="sm" fw={600}>
        {t('parcels', { count: toHand.length })}
      </Text>
      <Text size="sm" c="dimmed">
        {toHand.map(nameOf).join(', ')}
      </Text>
      {leftBehind.length > 0 && (
        <Text size="sm" c="orange">
          {t('notOnBoard', { codes: leftBehind.map(nameOf).join(', ') })}
        </Text>
      )}
    </PageCard>
  )
}

/** Why nobody got the parcels the last time, and what the driver wrote. */
function LastAttempt({ attempt: { at, reason, note } }: { attempt: FieldAttempt }) {
  const format = useFormat()
  const { t: deliveries } = useTranslation('deliveries')
  return (
    <Text size="sm">
      {[format.dateTime(at), reason && deliveries(`reason.${reason}`), note].filter(Boolean).join(' · ')}
    </Text>
  )
}
