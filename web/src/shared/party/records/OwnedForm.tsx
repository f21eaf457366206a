import type { FormValidateInput } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/ui/dialogs/notify'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'

type OwnedFormProps<V extends Record<string, unknown>> = {
  /** Names the draft. */
  name: string
  title: string
  initial: V
  validate: FormValidateInput<V>
  submit(values: V): Promise<unknown>
  /** The record as it is now; none for a new one. */
  newest?: (() => Promise<V>) | undefined
  refresh(): Promise<unknown>
  onClose(): void
  children(fields: TiedFields<V>): ReactNode
}

/** The form of a record in a dialog. */
export function OwnedForm<V extends Record<string, unknown>>(props: OwnedFormProps<V>) {
  const { name, title, initial, validate, submit, newest, refresh, onClose, children } = props
  const { t } = useTranslation()
  const model = useResourceForm<V, unknown>({
    name,
    initial,
    validate,
    submit,
    ...(newest && { newest }),
    onSaved() {
      notify.success(t('record.saved'))
      void refresh()
      onClose()
    },
  })
  const fields = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('record.save')} onCancel={cancel}>
      <FormSection title={title}>{children(fields)}</FormSection>
    </ResourceForm>
  )
}
