import { Button, Group, Modal, Select, Skeleton, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { supportTicketUpdate, useSupportTicketEditForm } from '@/api/generated/endpoints/support/support'
import {
  type SupportTicket,
  type SupportTicketForm,
  type SupportTicketUpdate,
  ticketPriorityValues,
} from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { LoadFailure } from '@/ui/LoadFailure'
import { optionsOf } from './options'
import { refreshTicket } from './refresh'

type EditTicketProps = { ticket: SupportTicket; onClose(): void }

/** Changes subject, priority, department and service of a ticket. */
export function EditTicket({ ticket, onClose }: EditTicketProps) {
  const { t } = useTranslation(['tickets', 'common'])
  const result = useSupportTicketEditForm(ticket.id, { query: { staleTime: 0, gcTime: 0 } })
  const form = result.data?.data
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      title={t('editTitle', { number: ticket.number })}
    >
      {form?.values ? (
        <Fields ticket={ticket} form={form} initial={form.values} onClose={onClose} />
      ) : result.error ? (
        <LoadFailure title={t('failed')} result={result} />
      ) : (
        <Skeleton h={280} />
      )}
    </Modal>
  )
}

type FieldsProps = EditTicketProps & { form: SupportTicketForm; initial: SupportTicketUpdate }

function Fields({ ticket, form, initial, onClose }: FieldsProps) {
  const { t, i18n } = useTranslation(['tickets', 'common'])
  const [values, setValues] = useState(initial)
  const { save, saving } = useSave(ticket, onClose)
  const set = (change: Partial<SupportTicketUpdate>) => setValues({ ...values, ...change })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save(values)
      }}
    >
      <Stack gap="sm">
        <Select
          label={t('field.subject')}
          description={t('editSubjectText')}
          allowDeselect={false}
          searchable
          value={values.support_subject_id}
          data={optionsOf(form.subjects, i18n.language, {
            id: ticket.support_subject_id,
            title_locale: ticket.title_locale,
          })}
          onChange={(id) => set({ support_subject_id: id ?? values.support_subject_id })}
        />
        <Select
          label={t('field.priority')}
          allowDeselect={false}
          value={String(values.priority)}
          data={ticketPriorityValues.map((value) => ({
            value: String(value),
            label: t(`priority.${value}`),
          }))}
          onChange={(text) =>
            set({ priority: ticketPriorityValues.find((value) => String(value) === text) ?? values.priority })
          }
        />
        {form.departments.length > 0 && (
          <Select
            label={t('field.department')}
            clearable
            searchable
            value={values.department_id}
            data={optionsOf(form.departments, i18n.language)}
            onChange={(department_id) => set({ department_id })}
          />
        )}
        <Select
          label={t('field.service')}
          clearable
          searchable
          value={values.service_id}
          data={optionsOf(form.services, i18n.language)}
          onChange={(service_id) => set({ service_id })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {t('common:record.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useSave(ticket: SupportTicket, onSaved: () => void) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)

  async function save(values: SupportTicketUpdate) {
    setSaving(true)
    try {
      refreshTicket(client, await supportTicketUpdate(ticket.id, values))
      notify.success(t('edited'))
      onSaved()
    } catch (error) {
      notify.failure(error)
    } finally {
      setSaving(false)
    }
  }

  return { save, saving }
}
