import { Group, Switch, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateAccountNotificationList,
  useAccountNotificationList,
  useAccountNotificationUpdate,
} from '@/api/generated/endpoints/my-account/my-account'
import type { NotificationChoice } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { FormSection } from '@/ui/form/ResourceForm'
import { LoadFailure } from '@/ui/LoadFailure'
import { TabPending } from '../TabPending'
import classes from './Notifications.module.css'

const CHANNELS = ['app', 'mail'] as const

/** Notifications of the user, by channel. */
export default function NotificationsTab() {
  const { t } = useTranslation('notification-choices')
  const result = useAccountNotificationList({ query: { staleTime: 0 } })
  const choices = result.data?.data
  if (!choices && result.error) return <LoadFailure title={t('failed')} result={result} />
  if (!choices) return <TabPending />
  const of = (channel: NotificationChoice['channel']) =>
    choices.filter((choice) => choice.channel === channel)
  return (
    <div className={classes.tab}>
      {CHANNELS.filter((channel) => channel === 'mail' || of(channel).length > 0).map((channel) => (
        <FormSection key={channel} title={t(`channel.${channel}`)} text={t(`channelText.${channel}`)}>
          {of(channel).map((choice) => (
            <Choice key={choice.event} choice={choice} />
          ))}
          {channel === 'mail' && <Security />}
        </FormSection>
      ))}
    </div>
  )
}

function Choice({ choice: { event, channel, enabled } }: { choice: NotificationChoice }) {
  const { t } = useTranslation('notification-choices')
  const queryClient = useQueryClient()
  const update = useAccountNotificationUpdate({
    mutation: { onError: notify.failure, onSettled: () => invalidateAccountNotificationList(queryClient) },
  })
  return (
    <Switch
      label={t(`event.${event}`)}
      checked={update.isPending ? update.variables.data.enabled : enabled}
      // Not disabled meanwhile: that would take the focus away.
      onChange={({ currentTarget: { checked } }) =>
        update.mutate({ data: { event, channel, enabled: checked } })
      }
    />
  )
}

/** No choice, and said here so that nobody looks for it elsewhere. */
function Security() {
  const { t } = useTranslation('notification-choices')
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <IconShieldCheck size={20} stroke={1.75} aria-hidden />
        <Text size="sm" fw={600}>
          {t('security')}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {t('securityText')}
      </Text>
    </div>
  )
}
