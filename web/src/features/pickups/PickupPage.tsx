import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePickupShow } from '@/api/generated/endpoints/pickups/pickups'
import type { RefusedParcel } from '@/api/schema'
import { useOnceCountriesAreNamed } from '@/api/useCountryName'
import { RecordPage } from '@/blocks/RecordPage'
import { pickupLook } from '@/shared/pickups/status'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { StatusBadge } from '@/ui/StatusBadge'
import { usePickupActions } from './actions'
import { PickupFacts } from './PickupFacts'
import { PickupRecords, PickupTasks } from './PickupRecords'
import { PickupShipments } from './PickupShipments'
import classes from './Pickups.module.css'
import { RefusedCodes } from './RefusedCodes'

const CollectPickup = lazy(() => onceOnline(() => import('./CollectPickup')))

/** One pickup: when and where, its shipments, and the scan that collects them. */
export function PickupPage({ id }: { id: string }) {
  const { t } = useTranslation('pickups')
  // They stay in sight when the scan itself is gone.
  const [refused, setRefused] = useState<RefusedParcel[]>([])
  return (
    <RecordPage
      result={useOnceCountriesAreNamed(usePickupShow(id))}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => t('named', { number })}
      badge={({ status }) => <StatusBadge status={pickupLook(status, t)} />}
      actions={usePickupActions()}
      sideAt="start"
      side={(pickup) => (
        <PageCard label={t('about')}>
          <PickupFacts pickup={pickup} />
        </PageCard>
      )}
    >
      {(pickup) => (
        <div className={classes.cards}>
          <PickupTasks pickup={pickup} />
          <RefusedCodes refused={refused} />
          {pickup.can.collect && (
            <Suspense>
              <CollectPickup key={pickup.id} pickup={pickup} onRefused={setRefused} />
            </Suspense>
          )}
          <PageCard title={t('shipments.title')}>
            <PickupShipments shipments={pickup.shipments} />
          </PageCard>
          <PickupRecords pickup={pickup} />
        </div>
      )}
    </RecordPage>
  )
}
