import { Code, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WebhookDelivery } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { useOpened } from '@/ui/dialogs/overlay'
import { AttemptView } from './AttemptView'
import classes from './Webhooks.module.css'
import { eventText } from './words'

type DeliveryProps = { delivery: WebhookDelivery } & DialogState<WebhookDelivery>

/** The body that was sent for an event, and each attempt, the newest first. */
export default function DeliveryDialog({ delivery, opened, onClose }: DeliveryProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { type, body, attempts } = delivery
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="xl"
      title={eventText(t, type)}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack>
        <Code block className={classes.text} role="group" aria-label={t('field.body')}>
          {body}
        </Code>
        {attempts.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noAttempts')}
          </Text>
        )}
        {attempts.toReversed().map((attempt) => (
          <AttemptView key={attempt.at} attempt={attempt} />
        ))}
      </Stack>
    </Modal>
  )
}
