import { Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mawbRecordEvent } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Waybill, WaybillReport } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { fromWall, zoneName } from '@/ui/time/wall-time'
import { refreshWaybills } from './refresh'
import { NEED_PIECES, nextReport, REPORTS } from './reports'
import classes from './Waybills.module.css'
import { wayOf } from './way'

type EventProps = { waybill: Waybill } & DialogState<Waybill>

/** Asks what the airline reports, of which pieces, when it happened, and how it is known. */
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

const needsPieces = (event: string | null) => NEED_PIECES.some((one) => one === event)

type EventValues = {
  event: string | null
  occurred_at: string | null
  pieces: number | null
  flight: string | null
  note: string | null
}

function EventForm({ waybill, onClose, onChanged }: Omit<EventProps, 'opened'>) {
  const { t, i18n } = useTranslation('waybills')
  const { required } = useRules()
  const { preferences } = useFormat()
  const client = useQueryClient()
  const zone = preferences.timeZone
  const model = useResourceForm<EventValues, Waybill>({
    name: `mawb-event-${waybill.id}`,
    initial: {
      event: nextReport(waybill.status),
      occurred_at: null,
      pieces: null,
      flight: null,
      note: null,
    },
    validate: {
      event: required,
      pieces: (value, { event }) => (needsPieces(event) && value === null ? required(value) : null),
      note: required,
    },
    submit: async ({ event, occurred_at, pieces, flight, note }) => {
      const at = occurred_at === null ? undefined : fromWall(occurred_at, zone)
      const form = {
        event: event as WaybillReport,
        occurred_at: at?.toISOString() ?? null,
        pieces,
        flight,
        note: note ?? '',
      }
      return (await mawbRecordEvent(waybill.id, { ...form, version: waybill.version })).data
    },
    onSaved(saved) {
      refreshWaybills(client, saved)
      onChanged?.(saved)
      notify.success(t('event.done', { number: saved.number, status: t(`status.${saved.status}`) }))
      onClose()
    },
  })
  const { values, set, at, text, choice } = useTiedFields(model.form)

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
          data={REPORTS.map((value) => ({ value, label: t(`report.${value}`) }))}
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
        <WholeField
          {...at('pieces')}
          {...HALF}
          label={t('field.pieces')}
          description={needsPieces(values.event) ? undefined : t('event.piecesText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk={needsPieces(values.event)}
          min={1}
          max={99999}
          value={values.pieces}
          onChange={(pieces) => set('pieces', pieces)}
        />
        <TextInput
          {...text('flight')}
          {...HALF}
          label={t('field.flight')}
          description={t('event.flightText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="LA8191"
          maxLength={8}
          autoCapitalize="characters"
          autoComplete="off"
        />
        <Textarea
          {...text('note')}
          label={t('event.source')}
          description={t('event.sourceText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
        />
      </FormSection>
    </ResourceForm>
  )
}
