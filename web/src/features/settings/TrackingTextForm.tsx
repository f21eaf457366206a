import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { applyServerErrors } from '@/api/errors'
import {
  invalidateTenantSettingTrackingEmailList,
  tenantSettingTrackingEmailList,
  useTenantSettingTrackingEmailTest,
  useTenantSettingTrackingEmailUpdate,
} from '@/api/generated/endpoints/company/company'
import type { TrackingEmailPlaceholder, TrackingEmailText } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { ResourceForm } from '@/ui/form/ResourceForm'
import { type ResourceFormModel, useResourceForm } from '@/ui/form/useResourceForm'
import { TrackingPreview } from './TrackingPreview'
import classes from './TrackingTexts.module.css'
import { inputOf, placeholderOf, type TextValues, valuesOf } from './tracking-texts'

type TrackingTextFormProps = { text: TrackingEmailText; onClose(): void }

export function TrackingTextForm({ text, onClose }: TrackingTextFormProps) {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const model = useTextForm(text, onClose)
  const { form } = model
  const { event_code, language } = text
  const draft = { event_code, language, ...inputOf(form.values, text) }

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={common('save')} onCancel={cancel} readOnly={!text.can.update}>
      <div className={classes.columns}>
        <Fields model={model} text={text} />
        <Stack gap="sm">
          {text.can.update && <TrackingPreview draft={draft} form={form} />}
          <Group gap="xs">
            <SendTest draft={draft} form={form} />
            <Button
              variant="subtle"
              disabled={!text.can.update}
              onClick={() => form.setValues({ subject: text.default_subject, body: text.default_body })}
            >
              {t('texts.reset')}
            </Button>
          </Group>
        </Stack>
      </div>
    </ResourceForm>
  )
}

function useTextForm(text: TrackingEmailText, onClose: () => void) {
  const { t } = useTranslation('settings')
  const queryClient = useQueryClient()
  const update = useTenantSettingTrackingEmailUpdate()
  const { event_code: eventCode, language } = text
  return useResourceForm<TextValues, unknown>({
    name: `tracking-email-${eventCode}-${language}`,
    initial: valuesOf(text),
    follows: 'telling',
    newest: async () => {
      const { data } = await tenantSettingTrackingEmailList()
      const is = (one: TrackingEmailText) => one.event_code === eventCode && one.language === language
      return valuesOf(data.find(is) ?? text)
    },
    submit: (values) =>
      update.mutateAsync({
        eventCode,
        language,
        data: { ...inputOf(values, text), revision: values.version },
      }),
    onSaved() {
      notify.success(t('texts.saved'))
      void invalidateTenantSettingTrackingEmailList(queryClient)
      onClose()
    },
  })
}

type FieldsProps = { model: ResourceFormModel<TextValues>; text: TrackingEmailText }

type Input = HTMLInputElement | HTMLTextAreaElement

/** Subject and body; a placeholder goes to the cursor of the field that was used last. */
function Fields({ model, text }: FieldsProps) {
  const { t } = useTranslation('settings')
  const { values, at, set } = useTiedFields(model.form)
  const last = useRef<{ name: 'subject' | 'body'; input: Input }>(undefined)
  const bound = (name: 'subject' | 'body') => ({
    ...at(name),
    label: t(`texts.${name}`),
    value: values[name],
    disabled: !text.can.update,
    onChange: (event: { currentTarget: Input }) => set(name, event.currentTarget.value),
    onFocus: (event: FocusEvent<Input>) => {
      last.current = { name, input: event.currentTarget }
    },
  })

  function insert(placeholder: TrackingEmailPlaceholder) {
    const { name, input } = last.current ?? { name: 'body' as const, input: undefined }
    const word = placeholderOf(placeholder)
    const start = input?.selectionStart ?? values[name].length
    const end = input?.selectionEnd ?? start
    set(name, values[name].slice(0, start) + word + values[name].slice(end))
    // After the new value is drawn, which moves the cursor to the end.
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(start + word.length, start + word.length)
    })
  }

  return (
    <Stack gap="sm">
      <TextInput {...bound('subject')} data-autofocus maxLength={200} />
      <Textarea {...bound('body')} autosize minRows={8} maxRows={16} maxLength={2000} />
      <fieldset className={classes.chips}>
        <legend>{t('texts.insert')}</legend>
        <Group gap={6}>
          {text.placeholders.map((placeholder) => (
            <Button
              key={placeholder}
              variant="light"
              size="compact-sm"
              disabled={!text.can.update}
              title={placeholderOf(placeholder)}
              onClick={() => insert(placeholder)}
            >
              {t(`texts.placeholder.${placeholder}`)}
            </Button>
          ))}
        </Group>
      </fieldset>
      <Text size="sm" c="dimmed">
        {t('texts.hint')}
      </Text>
    </Stack>
  )
}

type SendTestProps = Parameters<typeof TrackingPreview>[0]

function SendTest({ draft, form }: SendTestProps) {
  const { t } = useTranslation('settings')
  const send = useTenantSettingTrackingEmailTest({
    mutation: {
      onSuccess: () => notify.success(t('emails.sent')),
      onError: (error) => {
        if (!applyServerErrors(form, error)) notify.failure(error)
      },
    },
  })
  return (
    <Button variant="default" loading={send.isPending} onClick={() => send.mutate({ data: draft })}>
      {t('texts.test')}
    </Button>
  )
}
