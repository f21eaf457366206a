import { Alert, Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import {
  supportTicketCreate,
  supportTicketNewAttach,
  useSupportTicketCreateForm,
} from '@/api/generated/endpoints/support/support'
import { ticketPriorityValues } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { ResourcePage } from '@/ui/ResourcePage'
import { AddressPicker, recipientsOf } from './AddressPicker'
import { AttachButton, Attachments, pasteInto } from './Attachments'
import { optionsOf } from './options'
import { refreshTickets } from './refresh'
import classes from './Tickets.module.css'
import { useFiles } from './useFiles'
import { type TicketDraft, useTicketDraft } from './useTicketDraft'

/** Opens a ticket, on its own or about a shipment. */
export function NewTicketPage({ shipmentId }: { shipmentId: string | undefined }) {
  const { t } = useTranslation(['tickets', 'common'])
  const { draft, setDraft, files: known, settle, discard } = useTicketDraft()
  const files = useFiles(known, (file, onProgress) =>
    supportTicketNewAttach({ file, file_name: file.name }, { onProgress }),
  )
  const { send, sending, errors, failure } = useCreate(shipmentId, settle, discard)
  const { form, shown, check } = useChecked(draft, errors)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (check()) void send(draft, files.ids)
  }

  return (
    <ResourcePage title={t('create')} width="form">
      <form ref={form} noValidate className={classes.form} onSubmit={submit}>
        <Stack gap="md">
          {shipmentId && <OfShipment id={shipmentId} draft={draft} onChange={setDraft} />}
          <Choices draft={draft} errors={shown} onChange={setDraft} />
          <AddressPicker
            label={t('field.recipients')}
            description={t('recipientsText')}
            picked={draft.recipients}
            onChange={(recipients) => setDraft({ ...draft, recipients })}
          />
          <Textarea
            label={t('field.message')}
            description={t('markdown')}
            withAsterisk
            minRows={10}
            autosize
            maxRows={30}
            maxLength={20_000}
            value={draft.body}
            error={shown.body}
            onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
            onPaste={pasteInto(files)}
          />
          <Attachments files={files} />
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Buttons files={files} sending={sending} />
        </Stack>
      </form>
    </ResourcePage>
  )
}

function Buttons({ files, sending }: { files: ReturnType<typeof useFiles>; sending: boolean }) {
  const { t } = useTranslation(['tickets', 'common'])
  return (
    <Group gap="xs">
      <AttachButton files={files} />
      <Group gap="xs" ml="auto">
        <Button component={AppLink} to={paths['supports.index']()} variant="default">
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={sending} disabled={files.isBusy}>
          {t('save')}
        </Button>
      </Group>
    </Group>
  )
}

type Errors = Partial<Record<string, string>>

/** Names the missing fields once the ticket is sent, and focuses the first of them. */
function useChecked(draft: TicketDraft, errors: Errors) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [isAsked, setAsked] = useState(false)
  const missing: Errors = {
    ...(draft.subject === null && { support_subject_id: t('validation.required') }),
    ...(draft.body.trim() === '' && { body: t('validation.required') }),
  }

  function check() {
    const isComplete = Object.keys(missing).length === 0
    setAsked(true)
    if (!isComplete) {
      const first = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      requestAnimationFrame(() => first()?.focus())
    }
    return isComplete
  }

  return { form, shown: isAsked ? { ...errors, ...missing } : errors, check }
}

type PartProps = { draft: TicketDraft; onChange(draft: TicketDraft): void }

function OfShipment({ id, draft, onChange }: PartProps & { id: string }) {
  const { t } = useTranslation('tickets')
  const { is_outside } = useProfile()
  const shipment = useShipmentShow(id).data?.data
  return (
    <Group justify="space-between" gap="sm">
      <span>
        {t('field.shipment')}: <b>{shipment?.tracking_code ?? '…'}</b>
      </span>
      {!is_outside && shipment?.client_id && (
        <Checkbox
          label={t('includeClient', { name: shipment.client_name })}
          checked={draft.includeClient}
          onChange={(event) => onChange({ ...draft, includeClient: event.currentTarget.checked })}
        />
      )}
    </Group>
  )
}

/** Subject, priority, department and service. Users from outside choose no department. */
function Choices({ draft, errors, onChange }: PartProps & { errors: Errors }) {
  const { t, i18n } = useTranslation('tickets')
  const { is_outside } = useProfile()
  const { data } = useSupportTicketCreateForm()
  const { subjects, departments = [], services = [] } = data?.data ?? {}
  return (
    <div className={classes.pair}>
      <Select
        label={t('field.subject')}
        withAsterisk
        searchable
        value={draft.subject}
        error={errors.support_subject_id}
        data={optionsOf(subjects, i18n.language)}
        onChange={(subject) => onChange({ ...draft, subject })}
      />
      <Select
        label={t('field.priority')}
        allowDeselect={false}
        value={String(draft.priority)}
        data={ticketPriorityValues.map((value) => ({ value: String(value), label: t(`priority.${value}`) }))}
        onChange={(value) =>
          onChange({
            ...draft,
            priority: ticketPriorityValues.find((code) => String(code) === value) ?? draft.priority,
          })
        }
      />
      {!is_outside && (
        <Select
          label={t('field.department')}
          placeholder={t('departmentOfSubject')}
          clearable
          searchable
          value={draft.department}
          error={errors.department_id}
          data={optionsOf(departments, i18n.language)}
          onChange={(department) => onChange({ ...draft, department })}
        />
      )}
      <Select
        label={t('field.service')}
        clearable
        searchable
        value={draft.service}
        error={errors.service_id}
        data={optionsOf(services, i18n.language)}
        onChange={(service) => onChange({ ...draft, service })}
      />
    </div>
  )
}

/** Creates once: the same draft keeps its id until it has arrived. */
function useCreate(shipmentId: string | undefined, settle: () => Promise<unknown>, onCreated: () => void) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()

  async function send({ subject, ...draft }: TicketDraft, files: string[]) {
    if (sending || subject === null) return
    setSending(true)
    try {
      await settle()
      const { data } = await supportTicketCreate({
        key: draft.key,
        support_subject_id: subject,
        body: draft.body,
        files,
        priority: draft.priority,
        shipment_id: shipmentId ?? null,
        service_id: draft.service,
        department_id: draft.department,
        recipients: recipientsOf(draft.recipients),
        include_client: draft.includeClient,
      })
      onCreated()
      refreshTickets(client)
      notify.success(t('created', { number: data.number }))
      void navigate({ href: paths['supports.index']() })
    } catch (problem) {
      setError(problem)
    } finally {
      setSending(false)
    }
  }

  const errors: Errors = error ? fieldTexts(error) : {}
  return {
    send,
    sending,
    errors,
    failure: error ? Object.values(errors).join(' ') || errorText(error) : undefined,
  }
}
