import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '@/ui/dialogs/ReasonDialog'
import type { KnownInHand, Receiving } from './useReceiving'

type MissingParcelsProps = { inHand: KnownInHand; receiving: Receiving }

/** The other parcels of the shipment do not come: it goes on without them. */
export function MissingParcels({ inHand: { answer }, receiving }: MissingParcelsProps) {
  const { t } = useTranslation('receiving')
  const [opened, setOpened] = useState(false)
  const { shipment, parcel } = answer
  if (!shipment || !parcel?.can.close) return null
  if (shipment.received_count + shipment.missing_count >= shipment.parcel_count) return null
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        style={{ alignSelf: 'flex-start' }}
        aria-haspopup="dialog"
        loading={receiving.busy}
        onClick={() => setOpened(true)}
      >
        {t('missing.action')}
      </Button>
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('missing.title')}
        label={t('missing.label')}
        text={t('missing.text')}
        action={t('missing.action')}
        run={(reason) => receiving.close(parcel, reason)}
      />
    </>
  )
}
