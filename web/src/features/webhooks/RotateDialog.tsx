import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { webhookRotateSecret } from '@/api/generated/endpoints/integrations/integrations'
import type { Webhook } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { useOpened } from '@/ui/dialogs/overlay'
import { refreshWebhooks } from './refresh'
import { Secret } from './Secret'

type RotateProps = { webhook: Webhook } & DialogState<Webhook>

/** Replaces the secret, and shows the new one once. */
export default function RotateDialog({ webhook, opened, onClose }: RotateProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const client = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function rotate() {
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await webhookRotateSecret(webhook.id, { version: webhook.version })
      refreshWebhooks(client, data.webhook)
      setSecret(data.secret)
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      // A click beside it must not lose what is shown once.
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
      size="lg"
      title={t('rotate.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {secret ? (
        <Secret secret={secret} onKept={onClose} />
      ) : (
        <Stack>
          <Text size="sm">{t('rotate.text')}</Text>
          {failure && (
            <Text size="sm" c="red" role="alert">
              {failure}
            </Text>
          )}
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button loading={busy} data-autofocus onClick={() => void rotate()}>
              {t('action.rotate')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
