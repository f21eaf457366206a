import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { useWebhookDeliveryList, webhookTest } from '@/api/generated/endpoints/integrations/integrations'
import { type Webhook, type WebhookDelivery, WebhookDeliveryStatus, WebhookStatus } from '@/api/schema'
import { useOpened } from '@/ui/dialogs/overlay'
import { AttemptView } from './AttemptView'
import { refreshDeliveries } from './refresh'
import { attemptText } from './words'

type TestProps = { webhook: Webhook; opened: boolean; onClose(): void }

/** The page is told when the test has ended; without a live connection it asks. */
const ASK_MS = 2_000

/** Sends a test, and says in words what came of it. */
export default function TestDialog({ webhook, opened, onClose }: TestProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('test.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {opened && <Test webhook={webhook} onClose={onClose} />}
    </Modal>
  )
}

function Test({ webhook: { id, status }, onClose }: Pick<TestProps, 'webhook' | 'onClose'>) {
  const { t } = useTranslation(['webhooks', 'common'])
  const client = useQueryClient()
  // The test itself changes it.
  const [before] = useState(status)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => (await webhookTest(id)).data,
    onSettled: () => refreshDeliveries(client, id),
  })
  useEffect(() => mutate(), [mutate])
  return (
    <Stack aria-live="polite">
      {error && (
        <Alert color="red" role="alert">
          {errorText(error)}
        </Alert>
      )}
      {data ? <Result id={id} before={before} sent={data} /> : !error && <Waiting />}
      <Group justify="end" gap="xs">
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t('test.again')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  )
}

function Waiting() {
  const { t } = useTranslation('webhooks')
  return (
    <Group gap="sm">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{t('test.waiting')}</Text>
    </Group>
  )
}

const ENDED: readonly WebhookDeliveryStatus[] = [
  WebhookDeliveryStatus.Delivered,
  WebhookDeliveryStatus.GivenUp,
]

/** The consequence of a test that has arrived, by the state of the webhook before it. */
function useNext(before: WebhookStatus) {
  const { t } = useTranslation('webhooks')
  if (before === WebhookStatus.Active) return null
  if (before === WebhookStatus.Paused || before === WebhookStatus.Disabled) return t(`next.${before}`)
  return t('test.arrived')
}

type ResultProps = { id: string; before: WebhookStatus; sent: WebhookDelivery }

function Result({ id, before, sent }: ResultProps) {
  const { t } = useTranslation('webhooks')
  const params = { type: sent.type, per_page: 10 }
  const result = useWebhookDeliveryList(id, params, {
    query: {
      refetchInterval: ({ state }) => {
        const found = state.data?.data.find((one) => one.id === sent.id)
        return found && ENDED.includes(found.status) ? false : ASK_MS
      },
    },
  })
  const delivery = result.data?.data.find((one) => one.id === sent.id)
  const last = delivery?.attempts.at(-1)
  const next = useNext(before)
  if (!delivery || !last || !ENDED.includes(delivery.status)) return <Waiting />
  const hasArrived = delivery.status === WebhookDeliveryStatus.Delivered
  return (
    <>
      <Alert color={hasArrived ? 'teal' : 'orange'} role="status">
        {attemptText(t, last)} {hasArrived ? next : t(`advice.${last.failure ?? 'refused'}`)}
      </Alert>
      <AttemptView attempt={last} />
    </>
  )
}
