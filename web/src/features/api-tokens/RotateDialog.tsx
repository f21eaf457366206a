import { Modal, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiTokenRotate } from '@/api/generated/endpoints/integrations/integrations'
import type { ApiToken } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { refreshApiTokens } from './refresh'
import { Secret } from './Secret'

type RotateProps = { token: ApiToken } & DialogState<ApiToken>

/** Hours for which the old secret stays valid, of which a user chooses one. */
const OVERLAPS = ['0', '24', '72', '168'] as const

/** Asks how long the old secret stays valid, and shows the new one once. */
export default function RotateDialog({ token, opened, onClose }: RotateProps) {
  const { t } = useTranslation(['api-tokens', 'common'])
  const [secret, setSecret] = useState<string>()
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      // A click beside it must not lose what is shown once.
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
      size="lg"
      title={t('rotate.title', { name: token.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {secret ? (
        <Secret secret={secret} onKept={onClose} />
      ) : (
        <RotateForm token={token} onClose={onClose} onSecret={setSecret} />
      )}
    </Modal>
  )
}

type RotateValues = { overlap: string | null }
type RotateFormProps = { token: ApiToken; onClose(): void; onSecret(secret: string): void }

function RotateForm({ token: { id, version }, onClose, onSecret }: RotateFormProps) {
  const { t } = useTranslation('api-tokens')
  const client = useQueryClient()
  const model = useResourceForm<RotateValues, string>({
    name: `api-token-rotate-${id}`,
    initial: { overlap: OVERLAPS[1] },
    submit: async ({ overlap }) => {
      const form = { overlap_hours: Number(overlap ?? OVERLAPS[1]), version }
      return (await apiTokenRotate(id, form)).data.secret
    },
    onSaved(secret) {
      refreshApiTokens(client)
      onSecret(secret)
    },
  })
  const { choice } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.rotate')} onCancel={cancel}>
      <FormSection title={t('rotate.section')} text={t('rotate.text')}>
        <Select
          {...choice('overlap')}
          label={t('rotate.overlap')}
          allowDeselect={false}
          data={OVERLAPS.map((hours) => ({ value: hours, label: t(`overlap.${hours}`) }))}
          data-autofocus
        />
      </FormSection>
    </ResourceForm>
  )
}
