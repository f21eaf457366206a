import { Checkbox, Modal, MultiSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useWebhookEventList,
  webhookCreate,
  webhookUpdate,
} from '@/api/generated/endpoints/integrations/integrations'
import type { Webhook, WebhookWithSecret } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { refreshWebhooks } from './refresh'
import { Secret } from './Secret'
import { choicesOf, readHeaders } from './words'

/** As programs write it, in every language. */
const HEADER_EXAMPLE = 'authorization: Bearer …'

type WebhookDialogProps = { webhook?: Webhook; opened: boolean; onClose(): void }

/** A new webhook, whose secret is shown once, or the address and events of one. */
export default function WebhookDialog({ webhook, opened, onClose }: WebhookDialogProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const [secret, setSecret] = useState<string>()

  function close() {
    setSecret(undefined)
    onClose()
  }

  return (
    <Modal
      opened={useOpened(opened)}
      onClose={close}
      // A click beside it must not lose what is shown once.
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
      size="lg"
      title={t(webhook ? 'update.title' : 'create.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {secret ? (
        <Secret secret={secret} onKept={close} />
      ) : (
        <WebhookForm webhook={webhook} onClose={onClose} onSecret={setSecret} />
      )}
    </Modal>
  )
}

type WebhookValues = { url: string | null; patterns: string[]; fifo: boolean }
type WebhookFormProps = { webhook: Webhook | undefined; onClose(): void; onSecret(secret: string): void }
type Saved = { webhook: Webhook; secret?: string }

async function save(webhook: Webhook | undefined, values: WebhookValues, headers?: string): Promise<Saved> {
  const form = {
    url: values.url?.trim() ?? '',
    patterns: values.patterns,
    fifo: values.fifo,
    ...(headers !== undefined && { headers: readHeaders(headers) }),
  }
  if (!webhook) return (await webhookCreate(form)).data satisfies WebhookWithSecret
  return { webhook: (await webhookUpdate(webhook.id, { ...form, version: webhook.version })).data }
}

function WebhookForm({ webhook, onClose, onSecret }: WebhookFormProps) {
  const { t } = useTranslation('webhooks')
  const { required } = useRules()
  const client = useQueryClient()
  // Their values are secret: no draft of the browser keeps them.
  const [headers, setHeaders] = useState<string>()
  const model = useResourceForm<WebhookValues, Saved>({
    name: webhook ? `webhook-${webhook.id}` : 'webhook',
    initial: {
      url: webhook?.url ?? null,
      patterns: webhook?.patterns ?? [],
      fifo: webhook?.fifo ?? false,
    },
    validate: {
      url: required,
      patterns: (patterns) => (patterns.length > 0 ? null : t('patternsMissing')),
    },
    submit: (values) => save(webhook, values, headers),
    onSaved(saved) {
      refreshWebhooks(client, saved.webhook)
      if (saved.secret) return onSecret(saved.secret)
      notify.success(t('update.done'))
      onClose()
    },
  })
  const { values, set, at, text, errors } = useTiedFields(model.form)
  // The server names the header that is wrong; the field is one.
  const ofHeaders = Object.keys(errors).find((path) => path.startsWith('headers'))

  function write(typed: string | undefined) {
    if (ofHeaders) model.form.clearFieldError(ofHeaders)
    setHeaders(typed)
  }

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t(webhook ? 'update.save' : 'create.make')} onCancel={cancel}>
      <FormSection title={t('section.receiver')}>
        <TextInput
          {...text('url')}
          type="url"
          label={t('field.url')}
          description={t('field.urlText')}
          placeholder="https://example.com/webhooks"
          withAsterisk
          maxLength={2000}
          data-autofocus
        />
        <Headers
          {...at(ofHeaders ?? 'headers')}
          known={webhook?.header_names ?? []}
          value={headers}
          onChange={write}
        />
      </FormSection>
      <FormSection title={t('section.events')}>
        <Patterns
          {...at('patterns')}
          value={values.patterns}
          onChange={(patterns) => set('patterns', patterns)}
        />
        <Switch
          label={t('field.fifo')}
          description={t('field.fifoText')}
          checked={values.fifo}
          onChange={(event) => set('fifo', event.currentTarget.checked)}
        />
      </FormSection>
    </ResourceForm>
  )
}

type PatternsProps = { value: string[]; onChange(patterns: string[]): void; error?: ReactNode }

/** The events in plain words, by records. */
function Patterns({ value, onChange, ...props }: PatternsProps) {
  const { t } = useTranslation('webhooks')
  const { data } = useWebhookEventList()
  return (
    <MultiSelect
      {...props}
      label={t('field.patterns')}
      description={t('field.patternsText')}
      withAsterisk
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={320}
      maxValues={50}
      data={choicesOf(t, data?.data ?? [])}
      value={value}
      onChange={onChange}
    />
  )
}

type HeadersProps = {
  /** Names of those that are set. */
  known: string[]
  value: string | undefined
  onChange(text: string | undefined): void
  error?: ReactNode
}

/** Own headers, one on each line. Those that are set are not shown: they can be set anew, all of them. */
function Headers({ known, value, onChange, ...props }: HeadersProps) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <Checkbox
        label={known.length > 0 ? t('headers.anew') : t('headers.add')}
        description={known.length > 0 ? t('headers.known', { names: known.join(', ') }) : t('headers.text')}
        checked={value !== undefined}
        error={value === undefined && props.error}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : undefined)}
      />
      {value !== undefined && (
        <Textarea
          {...props}
          label={t('headers.label')}
          description={t('headers.lines')}
          placeholder={HEADER_EXAMPLE}
          autosize
          minRows={2}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  )
}
