import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderLayerUpdate } from '@/api/generated/endpoints/integrations/integrations'
import type { OrderLayer } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { SecretInput } from '@/ui/fields/SecretInput'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { refreshHost } from './refresh'

type HostDialogProps = { layer: OrderLayer; opened: boolean; onClose(): void }

/** The address of the host for orders, and its key. An empty address disconnects it. */
export default function HostDialog({ layer, opened, onClose }: HostDialogProps) {
  const { t } = useTranslation(['shops', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('host.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <HostForm key={layer.version} layer={layer} onClose={onClose} />
    </Modal>
  )
}

type HostValues = { url: string | null; key_header: string | null }

function HostForm({ layer, onClose }: Omit<HostDialogProps, 'opened'>) {
  const { t } = useTranslation('shops')
  const client = useQueryClient()
  // No draft of the browser keeps it.
  const [key, setKey] = useState('')
  const model = useResourceForm<HostValues, OrderLayer>({
    name: 'order-layer',
    initial: { url: layer.url, key_header: layer.key_header },
    submit: async ({ url, key_header }) => {
      const form = {
        url: url?.trim() || null,
        key_header: key_header?.trim() || null,
        version: layer.version,
      }
      return (await orderLayerUpdate({ ...form, ...(key.trim() !== '' && { key: key.trim() }) })).data
    },
    onSaved(saved) {
      refreshHost(client)
      notify.success(saved.url ? t('host.saved') : t('host.disconnected'))
      onClose()
    },
  })
  const { at, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('host.save')} onCancel={cancel}>
      <FormSection title={t('section.host')}>
        <TextInput
          {...text('url')}
          type="url"
          label={t('host.field.url')}
          description={t('host.field.urlText')}
          placeholder="https://orders.example.com/api"
          maxLength={2000}
          data-autofocus
        />
        <TextInput
          {...text('key_header')}
          label={t('host.field.key_header')}
          description={t('host.field.key_headerText')}
          placeholder="authorization"
          maxLength={60}
        />
        <SecretInput
          {...at('key')}
          label={t('host.field.key')}
          description={layer.has_key ? t('host.field.keyAnew') : t('host.field.keyText')}
          placeholder="Bearer …"
          maxLength={1000}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      </FormSection>
    </ResourceForm>
  )
}
