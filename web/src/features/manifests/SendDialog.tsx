import { Modal, Radio, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { manifestSend, useManifestGateways } from '@/api/generated/endpoints/consolidation/consolidation'
import { type Manifest, ManifestStatus } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import classes from './Manifests.module.css'
import { refreshManifests } from './refresh'

type SendProps = { manifest: Manifest } & DialogState<Manifest>

const DOWNLOAD = 'download'

/** Asks how a manifest gets to its receiver: by somebody who downloads its files, or by a gateway of the company. */
export default function SendDialog({ manifest, opened, onClose, onChanged }: SendProps) {
  const { t } = useTranslation(['manifests', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('send.title', { number: manifest.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <SendForm manifest={manifest} onClose={onClose} {...(onChanged && { onChanged })} />
      </div>
    </Modal>
  )
}

function SendForm({ manifest, onClose, onChanged }: Omit<SendProps, 'opened'>) {
  const { t } = useTranslation('manifests')
  const client = useQueryClient()
  const gateways = useManifestGateways().data?.data ?? []
  const model = useResourceForm<{ gateway: string }, Manifest>({
    name: `manifest-send-${manifest.id}`,
    initial: { gateway: DOWNLOAD },
    validate: {},
    submit: async ({ gateway }) =>
      (await manifestSend(manifest.id, { gateway, version: manifest.version })).data,
    onSaved(saved) {
      refreshManifests(client, saved)
      onChanged?.(saved)
      const words = { number: saved.number }
      notify.success(
        saved.status === ManifestStatus.Sending ? t('send.started', words) : t('send.done', words),
      )
      onClose()
    },
  })
  const { values, set, at } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  const isDownload = values.gateway === DOWNLOAD
  return (
    <ResourceForm model={model} submitLabel={isDownload ? t('action.send') : t('send.now')} onCancel={cancel}>
      <FormSection title={t('send.way')} text={isDownload ? t('send.text') : t('send.gatewayText')}>
        <Radio.Group
          {...at('gateway')}
          label={t('send.by')}
          value={values.gateway}
          onChange={(gateway) => set('gateway', gateway)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value={DOWNLOAD} label={t('send.download')} />
            {gateways.map(({ name, label, formats }) => (
              <Radio key={name} value={name} label={label} description={formats.join(', ').toUpperCase()} />
            ))}
          </Stack>
        </Radio.Group>
      </FormSection>
    </ResourceForm>
  )
}
