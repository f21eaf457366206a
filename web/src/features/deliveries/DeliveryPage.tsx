import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDeliveryShow } from '@/api/generated/endpoints/deliveries/deliveries'
import { RecordPage } from '@/blocks/RecordPage'
import { useDeliveryActions } from './actions'
import { DeliveryFacts, DeliveryTasks } from './DeliveryFacts'
import { DeliveryRecords, DeliveryShipments, DeliveryStops } from './DeliveryHistory'

/** One delivery: where it goes, what is in it, and what drivers recorded. */
export function DeliveryPage({ id }: { id: string }) {
  const { t } = useTranslation('deliveries')
  return (
    <RecordPage
      result={useDeliveryShow(id)}
      title={t('one')}
      failed={t('failed')}
      nameOf={({ number }) => `${t('one')} ${number}`}
      actions={useDeliveryActions()}
      sideAt="start"
      side={(delivery) => <DeliveryFacts delivery={delivery} />}
    >
      {(delivery) => (
        <Stack>
          <DeliveryTasks delivery={delivery} />
          <DeliveryShipments delivery={delivery} />
          <DeliveryRecords delivery={delivery} />
          <DeliveryStops stops={delivery.stops} />
        </Stack>
      )}
    </RecordPage>
  )
}
