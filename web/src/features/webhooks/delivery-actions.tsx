import { IconListDetails, IconRepeat } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { webhookDeliveryReplay } from '@/api/generated/endpoints/integrations/integrations'
import type { WebhookDelivery } from '@/api/schema'
import { useRecordActions } from '@/blocks/useRecordActions'
import { onceOnline } from '@/ui/once-online'
import { refreshDeliveries } from './refresh'

const DeliveryDialog = lazy(() => onceOnline(() => import('./DeliveryDialog')))

/** The actions on an event of a webhook. */
export function useDeliveryActions(webhookId: string) {
  const { t } = useTranslation('webhooks')
  return useRecordActions<WebhookDelivery>({
    actions: [
      {
        label: t('action.details'),
        icon: IconListDetails,
        dialog: (delivery, state) => <DeliveryDialog delivery={delivery} {...state} />,
      },
      {
        verb: 'replay',
        label: t('action.replayOne'),
        icon: IconRepeat,
        run: ({ id }) => webhookDeliveryReplay(webhookId, id),
        done: () => t('replay.done', { count: 1 }),
      },
    ],
    refresh: (client) => refreshDeliveries(client, webhookId),
  })
}
