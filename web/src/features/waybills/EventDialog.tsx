import { Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mawbRecordEvent } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Waybill, WaybillReport } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { fromWall, zoneName } from '@/ui/time/wall-time'
import { refreshWaybills } from './refresh'
import { reportsAfter } from './reports'
import classes from './Waybills.module.css'
import { wayOf } from './way'

type EventProps = { waybill: Waybill } & DialogState<Waybill>

/** Asks what the airline reports of all pieces, and when it happened. */
export default function EventDialog({ waybill, opened, onClose, onChanged }: EventProps) {
  const { t } = useTranslation(['waybills', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('event.title', { number: waybill.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <EventForm waybill={waybill} onClose={onClose} {...(onChanged && { onChanged })} />
      </div>
    </Modal>
  )
}

type EventValues = { event: string | null; occurred_at: string | null; note: string | null }

function EventForm({ waybill, onClose, onChanged }: Omit<EventProps, 'opened'>) {
  const { t, i18n } = useTranslation('waybills')
  const { required } = useRules()
  const { preferences } = useFormat()
  const client = useQueryClient()
  const reports = reportsAfter(waybill.status)
  const zone = preferences.timeZone
  const model = useResourceForm<EventValues, Waybill>({
    name: `mawb-event-${waybill.id}`,
    initial: { event: reports[0] ?? null, occurred_at: null, note: null },
    validate: { event: required },
    submit: async ({ event, occurred_at, note }) => {
      const at = occurred_at === null ? undefined : fromWall(occurred_at, zone)
      const form = { event: event as WaybillReport, occurred_at: at?.toISOString() ?? null, note }
      return (await mawbRecordEvent(waybill.id, { ...form, version: waybill.version })).data
    },
    onSaved(saved) {
      refreshWaybills(client, saved)
      onChanged?.(saved)
      notify.success(t('event.done', { number: saved.number, status: t(`status.${saved.status}`) }))
      onClose()
    },
  })
  const { text, choice } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('event.submit')} onCancel={cancel}>
      <FormSection title={wayOf(waybill)} text={t('event.text')}>
        <Select
          {...choice('event')}
          {...HALF}
          label={t('field.event')}
          withAsterisk
          allowDeselect={false}
          data={reports.map((value) => ({ value, label: t(`report.${value}`) }))}
          data-autofocus
        />
        <TextInput
          {...text('occurred_at')}
          {...HALF}
          type="datetime-local"
          label={t('field.occurred_at')}
          description={t('event.timeText', { zone: zoneName(zone, i18n.language) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Textarea {...text('note')} label={t('field.note')} autosize minRows={2} maxLength={500} />
      </FormSection>
    </ResourceForm>
  )
}
