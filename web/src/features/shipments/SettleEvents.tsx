import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentSettleEvents } from '@/api/generated/endpoints/tracking/tracking'
import type { Shipment } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { ReasonDialog } from '@/ui/dialogs/ReasonDialog'
import { refreshShipments } from './refresh'

/** Ends the task of events that contradict each other, with what was found out. */
export function SettleEvents({ shipment: { id } }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)

  async function run(reason: string) {
    await shipmentSettleEvents(id, { reason })
    refreshShipments(client, [id])
    notify.success(t('contradiction.done'))
  }

  return (
    <>
      <Button size="compact-sm" variant="default" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {t('contradiction.settle')}
      </Button>
      <ReasonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('contradiction.ask')}
        about={t('contradiction.about')}
        label={t('contradiction.reason')}
        text={t('contradiction.reasonText')}
        action={t('contradiction.settle')}
        run={run}
      />
    </>
  )
}
