import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shipment } from '@/api/schema'

const CancelShipments = lazy(() => import('./many/CancelShipments'))

/** Asks why, and cancels. Nothing is shown where `can` says no. */
export function CancelShipment({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const [opened, setOpened] = useState<boolean>()
  return (
    <>
      {shipment.can.cancel && (
        <Button
          variant="default"
          leftSection={<IconBan size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {t('action.cancel')}
        </Button>
      )}
      {opened !== undefined && (
        <Suspense>
          <CancelShipments
            opened={opened}
            onClose={() => setOpened(false)}
            count={1}
            code={shipment.tracking_code}
            targets={() => [shipment]}
          />
        </Suspense>
      )}
    </>
  )
}
