import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateShipmentList,
  invalidateShipmentShow,
  useShipmentCancel,
} from '@/api/generated/endpoints/shipments/shipments'
import { invalidateShipmentEventList } from '@/api/generated/endpoints/tracking/tracking'
import type { Shipment } from '@/api/schema'
import { notify } from '@/ui/notify'

/** Asks why, and cancels. Nothing is shown where `can` says no. */
export function CancelShipment({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('shipments')
  const client = useQueryClient()
  const [opened, { open, close }] = useDisclosure()
  const [reason, setReason] = useState('')
  const cancel = useShipmentCancel({
    mutation: {
      onSuccess: () => {
        close()
        notify.success(t('show.nowCancelled'))
        void invalidateShipmentShow(client, shipment.id)
        void invalidateShipmentEventList(client, shipment.id)
        void invalidateShipmentList(client)
      },
      onError: notify.failure,
    },
  })
  if (!shipment.can.cancel) return null
  return (
    <>
      <Button variant="default" leftSection={<IconBan size={16} aria-hidden />} onClick={open}>
        {t('action.cancel')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('cancel.title', { code: shipment.tracking_code })}
        centered
      >
        <Textarea
          label={t('cancel.reason')}
          description={t('cancel.text')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
          rows={3}
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t('cancel.keep')}
          </Button>
          <Button
            color="red"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ id: shipment.id, data: { reason: reason || null } })}
          >
            {t('cancel.confirm')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
