import { Modal, Radio, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { webhookEnable } from '@/api/generated/endpoints/integrations/integrations'
import type { Webhook } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { refreshWebhooks } from './refresh'

type EnableProps = { webhook: Webhook } & DialogState<Webhook>

/** Asks what becomes of the events that have waited, and sends a test. */
export default function EnableDialog({ webhook, opened, onClose, onChanged }: EnableProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('enable.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <EnableForm webhook={webhook} onClose={onClose} {...(onChanged && { onChanged })} />
    </Modal>
  )
}

type EnableValues = { held: string | null }

function EnableForm({ webhook, onClose, onChanged }: Omit<EnableProps, 'opened'>) {
  const { t } = useTranslation('webhooks')
  const { id, version, waiting_count } = webhook
  const client = useQueryClient()
  const model = useResourceForm<EnableValues, Webhook>({
    name: `webhook-enable-${id}`,
    initial: { held: 'send' },
    submit: async ({ held }) => (await webhookEnable(id, { send_held: held !== 'drop', version })).data,
    onSaved(saved) {
      refreshWebhooks(client, saved)
      onChanged?.(saved)
      notify.success(t('enable.done'))
      onClose()
    },
  })
  const { choice } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.enable')} onCancel={cancel}>
      <FormSection title={t(waiting_count > 0 ? 'enable.section' : 'enable.nothing')} text={t('enable.text')}>
        {waiting_count > 0 && (
          <Radio.Group {...choice('held')} label={t('enable.held')}>
            <Stack gap="xs" mt="xs">
              <Radio value="send" label={t('enable.send')} />
              <Radio value="drop" label={t('enable.drop')} />
            </Stack>
          </Radio.Group>
        )}
      </FormSection>
    </ResourceForm>
  )
}
