import { Alert, Button, List, Text } from '@mantine/core'
import { IconPackageExport, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FieldPickup,
  type FieldRoute,
  type PickupFailReason,
  pickupFailReasonValues,
  RunStatus,
} from '@/api/schema'
import { pickupLook } from '@/shared/pickups/status'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { CollectedSheet } from './CollectedSheet'
import { FailedSheet } from './FailedSheet'
import classes from './Field.module.css'
import { otherDayOf } from './late'
import { nextPage } from './run-progress'
import { StopAddress } from './StopAddress'
import { StopDone } from './StopDone'
import { forgetSheets } from './sheet-drafts'
import { useRecording } from './useRecording'
import { isOpen } from './visit'

/** Reasons that a photo of the place proves. */
const ASK_PHOTO: PickupFailReason[] = [
  'sender_absent',
  'closed',
  'address_not_found',
  'no_access',
  'too_large',
]

type PickupStopProps = { route: FieldRoute; pickup: FieldPickup }

/** A pickup, with the two things that can happen there. */
export function PickupStop({ route, pickup }: PickupStopProps) {
  const { t } = useTranslation('field')
  const { t: pickups } = useTranslation('pickups')
  const navigate = useNavigate()
  const recording = useRecording(pickup)
  const [sheet, setSheet] = useState<'collected' | 'failed'>()
  const isUnderWay = route.status === RunStatus.InProgress
  const close = () => setSheet(undefined)

  function goOn() {
    close()
    forgetSheets(pickup.id)
    notify.success(t('recorded'))
    void navigate({ href: nextPage(route, pickup.id) })
  }

  return (
    <>
      <Where pickup={pickup} day={route.on_date} />
      {!isOpen(pickup) && (
        // Once the office has it, only the office takes it back: clients may have read it.
        <StopDone
          status={pickupLook(pickup.status, pickups)}
          canUndo={recording.isUndoUnsent}
          recording={recording}
        />
      )}
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
      {isUnderWay && isOpen(pickup) && (
        <div className={classes.outcomes}>
          <Button
            size="lg"
            color="teal"
            leftSection={<IconPackageExport aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setSheet('collected')}
          >
            {t('collected')}
          </Button>
          <Button
            size="lg"
            variant="default"
            leftSection={<IconX aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setSheet('failed')}
          >
            {t('couldNotCollect')}
          </Button>
        </div>
      )}
      <CollectedSheet
        opened={sheet === 'collected'}
        onClose={close}
        pickup={pickup}
        recording={recording}
        onDone={goOn}
      />
      <FailedSheet
        opened={sheet === 'failed'}
        onClose={close}
        stop={pickup.id}
        title={t('couldNotCollect')}
        reasons={pickupFailReasonValues.map((code) => ({
          code,
          label: pickups(`reason.${code}`),
          asks_photo: ASK_PHOTO.includes(code),
        }))}
        recording={recording}
        onDone={goOn}
      />
    </>
  )
}

/** Where it is, who hands the parcels over, and what is expected. */
function Where({ pickup, day }: { pickup: FieldPickup; day: string }) {
  const { t } = useTranslation('field')
  const format = useFormat()
  const other = otherDayOf(pickup, day)
  const { t: pickups } = useTranslation('pickups')
  return (
    <PageCard label={pickups('named', { number: pickup.number })}>
      <StopAddress stop={pickup} />
      {other && (
        <Text mt="xs" c="orange" fw={600}>
          {format.day(other)}
        </Text>
      )}
      <Text mt="xs">{t('window', { from: pickup.from_time, to: pickup.to_time })}</Text>
      <Text mt="xs">{[pickup.contact, pickup.ready_place].filter(Boolean).join(' · ')}</Text>
      {pickup.instructions && <Text mt="xs">{pickup.instructions}</Text>}
      <Text mt="sm" fw={600}>
        {t('parcels', { count: pickup.parcels })}
      </Text>
      <List size="sm" c="dimmed" listStyleType="none">
        {pickup.shipments.map(({ tracking_code, parcel_count, to_name }) => (
          <List.Item key={tracking_code}>
            {[tracking_code, pickups('shipments.parcels', { count: parcel_count }), to_name]
              .filter(Boolean)
              .join(' · ')}
          </List.Item>
        ))}
      </List>
    </PageCard>
  )
}
