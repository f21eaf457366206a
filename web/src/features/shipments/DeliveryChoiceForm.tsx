import { Box } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getShipmentDeliveryListQueryKey,
  shipmentDeliveryChoose,
} from '@/api/generated/endpoints/deliveries/deliveries'
import { invalidateShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import type { RecipientChoice, ShipmentDelivery } from '@/api/schema'
import { type Wish, WishForm } from '@/shared/deliveries/WishForm'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { useOnce } from '@/ui/useOnce'

type DeliveryChoiceFormProps = {
  /** Id of the shipment. */
  shipment: string
  delivery: ShipmentDelivery
}

/** The wish of the client after the last attempt. It can be sent once. */
export function DeliveryChoiceForm({
  shipment,
  delivery: { id, days, version, decide_until },
}: DeliveryChoiceFormProps) {
  const { t } = useTranslation('deliveries')
  const format = useFormat()
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: (wish: Wish) => shipmentDeliveryChoose(shipment, id, { ...wish, version }, { quiet: true }),
    onSuccess: (answer) => {
      client.setQueryData(getShipmentDeliveryListQueryKey(shipment), answer)
      void invalidateShipmentShow(client, shipment)
      notify.success(t('client.done'))
    },
  })
  const send = useOnce(sending)
  const until = decide_until && t('client.until', { day: format.day(decide_until) })
  const after: Partial<Record<RecipientChoice, string>> = {
    hold: t('client.holdText'),
    return: t('client.returnText'),
  }
  return (
    <Box mt="md">
      <WishForm
        label={t('client.title')}
        description={[t('client.text'), until].filter(Boolean).join(' ')}
        choices={['another_day', 'other_address', 'hold', 'return']}
        days={days}
        asks={(choice) => (choice === 'other_address' ? t('client.address') : undefined)}
        after={(choice) => choice && after[choice]}
        sending={{ ...sending, mutate: send }}
      />
    </Box>
  )
}
