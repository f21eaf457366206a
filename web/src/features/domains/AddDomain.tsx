import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invalidateDomainList, useDomainCreate } from '@/api/generated/endpoints/domains/domains'
import type { ItemTenantDomain } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './Domains.module.css'

type AddDomainProps = { opened: boolean; onClose(): void }

/** Input is a draft: closing the dialog keeps it. */
export function AddDomain({ opened, onClose }: AddDomainProps) {
  const { t } = useTranslation(['domains', 'common'])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('add')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <DomainForm onClose={onClose} />
      </div>
    </Modal>
  )
}

type Values = { host: string }

function DomainForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('domains')
  const { required } = useRules()
  const queryClient = useQueryClient()
  const create = useDomainCreate()
  const model = useResourceForm<Values, ItemTenantDomain>({
    name: 'domain',
    initial: { host: '' },
    validate: ({ host }) => ({ host: required(host.trim()) }),
    submit: ({ host }) => create.mutateAsync({ data: { host: host.trim() } }),
    onSaved({ data }) {
      notify.success(t('added', { host: data.host }))
      void invalidateDomainList(queryClient)
      onClose()
    },
  })
  const { values, at, set } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('save')} onCancel={cancel}>
      <FormSection title={t('new')}>
        <TextInput
          {...at('host')}
          required
          data-autofocus
          label={t('field.host')}
          description={t('field.hostText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="envios.example.com"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputMode="url"
          maxLength={253}
          value={values.host}
          onChange={(event) => set('host', event.currentTarget.value)}
        />
      </FormSection>
    </ResourceForm>
  )
}
