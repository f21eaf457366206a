import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { deliveryPin } from '@/api/generated/endpoints/deliveries/deliveries'
import type { Delivery, DeliveryDetails } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { refreshDeliveries } from '@/shared/deliveries/refresh'
import { useOpened } from '@/ui/dialogs/overlay'
import classes from './Deliveries.module.css'

type PinDialogProps = DialogState<DeliveryDetails> & { delivery: Delivery }

/** Makes a new PIN for a recipient who has none at hand. It is shown this once. */
export default function PinDialog(props: PinDialogProps) {
  const { t } = useTranslation(['deliveries', 'common'])
  return (
    <Modal
      opened={useOpened(props.opened)}
      onClose={props.onClose}
      title={t('newPin.title', { number: props.delivery.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <NewPin {...props} />
    </Modal>
  )
}

function NewPin({ delivery, onClose }: PinDialogProps) {
  const { t } = useTranslation(['deliveries', 'common'])
  const client = useQueryClient()
  const [pin, setPin] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function make() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await deliveryPin(delivery.id, { version: delivery.version })
      setPin(data.pin)
      refreshDeliveries(client, data.delivery)
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack>
      {pin ? (
        <>
          <Text className={classes.pin} role="status">
            {pin}
          </Text>
          <Text size="sm">{t('newPin.once')}</Text>
        </>
      ) : (
        <Text size="sm">{t('newPin.text')}</Text>
      )}
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end">
        {pin ? (
          <Button onClick={onClose}>{t('common:close')}</Button>
        ) : (
          <Button loading={busy} onClick={() => void make()}>
            {t('newPin.make')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
