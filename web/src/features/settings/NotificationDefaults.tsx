import { Skeleton, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateTenantSettingNotificationList,
  useTenantSettingNotificationList,
  useTenantSettingNotificationUpdate,
} from '@/api/generated/endpoints/company/company'
import type { NotificationDefault } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { FormSection } from '@/ui/form/ResourceForm'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './EmailsPage.module.css'

const CHANNELS = ['app', 'mail'] as const

/** The notifications that users of clients get, by channel, unless they choose otherwise. */
export function NotificationDefaults({ canUpdate }: { canUpdate: boolean }) {
  const { t } = useTranslation('settings')
  const result = useTenantSettingNotificationList({ query: { staleTime: 0 } })
  const defaults = result.data?.data
  if (!defaults && result.error) return <LoadFailure title={t('defaults.failed')} result={result} />
  if (!defaults) return <Skeleton height={480} radius="md" mt="xl" />
  return (
    <div className={classes.defaults}>
      {CHANNELS.map((channel) => (
        <FormSection
          key={channel}
          title={t(`defaults.${channel}`)}
          text={t(channel === 'app' ? 'defaults.appText' : 'defaults.mailText')}
        >
          {defaults
            .filter((one) => one.channel === channel)
            .map((one) => (
              <Default key={one.event} value={one} canUpdate={canUpdate} />
            ))}
        </FormSection>
      ))}
    </div>
  )
}

/** The events of clients; the server lists no other. */
type ClientEvent =
  | 'claim_decided'
  | 'deposit_decided'
  | 'invoice_issued'
  | 'parcel_stored'
  | 'pickup_changed'
  | 'shipment_delivered'
  | 'shipment_out_for_delivery'
  | 'shipment_received'
  | 'shipment_stopped'

function Default({ value, canUpdate }: { value: NotificationDefault; canUpdate: boolean }) {
  const { t } = useTranslation('settings')
  const { event, channel, enabled } = value
  const queryClient = useQueryClient()
  const update = useTenantSettingNotificationUpdate({
    mutation: {
      onError: notify.failure,
      onSettled: () => invalidateTenantSettingNotificationList(queryClient),
    },
  })
  return (
    <Switch
      label={t(`defaults.event.${event as ClientEvent}`)}
      checked={update.isPending ? update.variables.data.enabled : enabled}
      disabled={!canUpdate}
      // Not disabled while it is saved: that would take the focus away.
      onChange={({ currentTarget: { checked } }) =>
        update.mutate({ data: { event, channel, enabled: checked } })
      }
    />
  )
}
