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
import { ShipmentChoice } from '@/shared/choices/ShipmentChoice'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import type { Option } from '@/ui/fields/RemoteSelect'
import { ResourcePage } from '@/ui/ResourcePage'
import { AddressPicker, recipientsOf } from './AddressPicker'
import { AttachButton, Attachments, pasteInto } from './Attachments'
import { optionsOf } from './options'
import { refreshTickets } from './refresh'
import classes from './Tickets.module.css'
import { useFiles } from './useFiles'
import { useRecipientsOf } from './useRecipientsOf'
import { type TicketDraft, useTicketDraft } from './useTicketDraft'

type NewTicketProps = { shipmentId: string | undefined; clientId: string | undefined }

/** Opens a ticket, on its own, about a shipment or to a client. */
export function NewTicketPage({ shipmentId, clientId }: NewTicketProps) {
  const { t } = useTranslation(['tickets', 'common'])
  const { draft, setDraft, files: known, settle, discard } = useTicketDraft()
  const files = useFiles(known, (file, onProgress) =>
    supportTicketNewAttach({ file, file_name: file.name }, { onProgress }),
  )
  const about = useShipmentOf(shipmentId, draft, setDraft)
  const recipients = useRecipientsOf(clientId, draft, setDraft)
  const { send, sending, errors, failure } = useCreate(settle, discard)
  const { form, shown, check } = useChecked(draft, errors)
  const { is_outside } = useProfile()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (check()) void send({ ...draft, shipment: about.shipment, recipients: recipients.picked }, files.ids)
  }

  return (
    <ResourcePage title={t('create')} width="form">
      <form ref={form} noValidate className={classes.form} onSubmit={submit}>
        <Stack gap="md">
          <AboutShipment about={about} error={shown.shipment_id} draft={draft} onChange={setDraft} />
          <Choices draft={draft} errors={shown} onChange={setDraft} />
          <AddressPicker
            label={t('field.recipients')}
            description={t('recipientsText')}
            picked={recipients.picked}
            onChange={recipients.choose}
          />
          <Textarea
            label={t('field.message')}
            description={is_outside ? undefined : t('markdown')}
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

/** The shipment of a new ticket: the one it was opened from, or another that was chosen. */
function useShipmentOf(opener: string | undefined, draft: TicketDraft, onChange: PartProps['onChange']) {
  const [from, setFrom] = useState(opener)
  const id = from ?? draft.shipment?.id ?? ''
  const known = useShipmentShow(id, { query: { enabled: id !== '' } }).data?.data
  return {
    known,
    shipment: from ? { id: from, label: known?.tracking_code ?? '…' } : draft.shipment,
    choose(shipment: Option | null) {
      setFrom(undefined)
      onChange({ ...draft, shipment, includeClient: false })
    },
  }
}

type AboutShipmentProps = PartProps & { about: ReturnType<typeof useShipmentOf>; error: string | undefined }

/** The shipment, and for staff whether its client reads along. */
function AboutShipment({ about, error, draft, onChange }: AboutShipmentProps) {
  const { t } = useTranslation('tickets')
  const { is_outside, can } = useProfile()
  const { known, shipment, choose } = about
  if (!can['shipment.list']) return null
  return (
    <>
      <ShipmentChoice
        label={t('shipmentOptional')}
        placeholder={t('searchShipment')}
        value={shipment}
        error={error}
        onChange={choose}
      />
      {!is_outside && known?.client_id && (
        <Checkbox
          label={t('includeClient', { name: known.client_name })}
          checked={draft.includeClient}
          onChange={(event) => onChange({ ...draft, includeClient: event.currentTarget.checked })}
        />
      )}
    </>
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
function useCreate(settle: () => Promise<unknown>, onCreated: () => void) {
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
        shipment_id: draft.shipment?.id ?? null,
        service_id: draft.service,
        department_id: draft.department,
        recipients: recipientsOf(draft.recipients),
        include_client: draft.includeClient,
      })
      onCreated()
      refreshTickets(client)
      notify.success(t('created', { number: data.number }))
      void navigate({ href: paths['support_tickets.show']({ id: data.id }) })
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
