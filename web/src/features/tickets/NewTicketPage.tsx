import { Alert, Button, Checkbox, Group, Select, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { FOREVER } from '@/api/forever'
import { useShipmentShow } from '@/api/generated/endpoints/shipments/shipments'
import { supportTicketCreate, useSupportSubjectSelect } from '@/api/generated/endpoints/support/support'
import { ticketPriorityValues } from '@/api/schema'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { uuidV7 } from '@/ui/form/uuid'
import { localeText } from '@/ui/locale-text'
import { ResourcePage } from '@/ui/ResourcePage'
import { AddressPicker, recipientsOf } from './AddressPicker'
import { refreshTickets } from './refresh'
import classes from './Tickets.module.css'
import { type TicketDraft, useTicketDraft } from './useTicketDraft'

/** Opens a ticket, on its own or about a shipment. */
export function NewTicketPage({ shipmentId }: { shipmentId: string | undefined }) {
  const { t } = useTranslation(['tickets', 'common'])
  const { draft, setDraft, discard } = useTicketDraft()
  const { send, sending, errors, failure } = useCreate(shipmentId, discard)
  const isReady = draft.subject !== null && draft.body.trim() !== ''
  return (
    <ResourcePage title={t('create')} width="form">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void send(draft)
        }}
      >
        <Stack gap="md">
          {shipmentId && <OfShipment id={shipmentId} draft={draft} onChange={setDraft} />}
          <Subject draft={draft} error={errors.support_subject_id} onChange={setDraft} />
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
            error={errors.body}
            onChange={(event) => setDraft({ ...draft, body: event.currentTarget.value })}
          />
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button component={AppLink} to={paths['supports.index']()} variant="default">
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={sending} disabled={!isReady}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </ResourcePage>
  )
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

function Subject({ draft, error, onChange }: PartProps & { error: string | undefined }) {
  const { t, i18n } = useTranslation('tickets')
  const { data } = useSupportSubjectSelect(FOREVER)
  return (
    <div className={classes.pair}>
      <Select
        label={t('field.subject')}
        withAsterisk
        searchable
        value={draft.subject}
        error={error}
        data={data?.data.map(({ id, code, title_locale }) => ({
          value: id,
          label: localeText(title_locale, i18n.language) || code,
        }))}
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
    </div>
  )
}

/** Creates once: the same draft keeps its id until it has arrived. */
function useCreate(shipmentId: string | undefined, onCreated: () => void) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [key] = useState(uuidV7)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()

  async function send({ subject, body, priority, recipients, includeClient }: TicketDraft) {
    if (sending || subject === null) return
    setSending(true)
    try {
      const { data } = await supportTicketCreate({
        key,
        support_subject_id: subject,
        body,
        priority,
        shipment_id: shipmentId ?? null,
        service_id: null,
        recipients: recipientsOf(recipients),
        include_client: includeClient,
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

  const errors: Partial<Record<string, string>> = error ? fieldTexts(error) : {}
  return {
    send,
    sending,
    errors,
    failure: error ? Object.values(errors).join(' ') || errorText(error) : undefined,
  }
}
