import { Button, Group } from '@mantine/core'
import { type FormValidateInput, useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { applyServerErrors, errorText } from '@/api/errors'
import { ErrorSummary, FormSection } from '@/ui/form/ResourceForm'

type Options<V extends Record<string, unknown>> = {
  initial: V
  validate: FormValidateInput<V>
  submit(values: V): Promise<unknown>
  onSaved(): void
}

/** A small form that is saved by itself and empty again afterwards; secrets are no drafts. */
export function useSectionForm<V extends Record<string, unknown>>(options: Options<V>) {
  const { initial, validate, submit, onSaved } = options
  const [failure, setFailure] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const form = useForm<V>({ initialValues: initial, validate })
  const refuse = () => setRefusals((count) => count + 1)

  async function save(values: V) {
    setFailure(undefined)
    try {
      await submit(values)
      form.reset()
      onSaved()
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(errorText(error))
      refuse()
    }
  }

  return { form, failure, refusals, onSubmit: form.onSubmit(save, refuse) }
}

type SectionFormProps = {
  model: Pick<ReturnType<typeof useSectionForm>, 'failure' | 'refusals' | 'onSubmit'> & {
    form: { errors: Record<string, ReactNode>; submitting: boolean }
  }
  title: string
  text?: string
  submitLabel: string
  children: ReactNode
}

export function SectionForm({ model, title, text, submitLabel, children }: SectionFormProps) {
  const { form, failure, refusals, onSubmit } = model
  return (
    <form onSubmit={onSubmit} noValidate style={{ containerType: 'inline-size' }}>
      <ErrorSummary errors={form.errors} failure={failure} refusals={refusals} />
      <FormSection title={title} text={text}>
        {children}
        <Group justify="flex-end">
          <Button type="submit" loading={form.submitting}>
            {submitLabel}
          </Button>
        </Group>
      </FormSection>
    </form>
  )
}
