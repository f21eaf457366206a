import { Modal, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { pickupSchedule, usePickupDrivers } from '@/api/generated/endpoints/pickups/pickups'
import { type Pickup, type PickupDetails, PickupStatus } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { ProviderChoice } from '@/shared/choices/RecordChoice'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './Pickups.module.css'
import { refreshPickups } from './refresh'
import { WindowFields } from './WindowFields'

type SchedulePickupProps = DialogState<PickupDetails> & { pickup: Pickup }

/** Gives a pickup to a driver or a provider; one that failed or whose time is over gets another day. */
export default function SchedulePickup({ pickup, opened, onClose, onChanged }: SchedulePickupProps) {
  const { t } = useTranslation(['pickups', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('schedule.title', { number: pickup.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <ScheduleForm pickup={pickup} onClose={onClose} onChanged={onChanged} />
      </div>
    </Modal>
  )
}

type ScheduleValues = {
  by: 'driver' | 'provider'
  driver_id: string | null
  provider_id: string | null
  provider_label: string | null
  confirmation_no: string | null
  on_date: string | null
  from_time: string | null
  to_time: string | null
}

function ScheduleForm({ pickup, onClose, onChanged }: Omit<SchedulePickupProps, 'opened'>) {
  const { t } = useTranslation('pickups')
  const { required } = useRules()
  const queryClient = useQueryClient()
  const isOver = Date.parse(pickup.ends_at) <= Date.now()
  const asksWindow = isOver || pickup.status === PickupStatus.Failed
  const needed = (value: unknown) => (isOver ? required(value) : null)
  const model = useResourceForm<ScheduleValues, PickupDetails>({
    name: `pickup-schedule-${pickup.id}`,
    initial: {
      by: pickup.provider_id ? 'provider' : 'driver',
      driver_id: pickup.driver_id,
      provider_id: pickup.provider_id,
      provider_label: pickup.provider_id && pickup.carrier_name,
      confirmation_no: null,
      on_date: isOver ? null : pickup.on_date,
      from_time: pickup.from_time,
      to_time: pickup.to_time,
    },
    validate: {
      driver_id: (id, { by }) => (by === 'driver' ? required(id) : null),
      provider_id: (id, { by }) => (by === 'provider' ? required(id) : null),
      on_date: needed,
      from_time: needed,
      to_time: needed,
    },
    submit: async ({ by, driver_id, provider_id, confirmation_no, on_date, from_time, to_time }) => {
      const carrier =
        by === 'driver'
          ? { driver_id, provider_id: null, confirmation_no: null }
          : { driver_id: null, provider_id, confirmation_no }
      const isMoved =
        on_date !== pickup.on_date || from_time !== pickup.from_time || to_time !== pickup.to_time
      const window = on_date && isMoved ? { on_date, from_time, to_time } : {}
      return (await pickupSchedule(pickup.id, { ...carrier, ...window, version: pickup.version })).data
    },
    onSaved(saved) {
      refreshPickups(queryClient, saved)
      onChanged?.(saved)
      notify.success(t('schedule.done'))
      onClose()
    },
  })
  const fields = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.schedule')} onCancel={cancel}>
      <FormSection title={t('schedule.carrier')}>
        <Carrier fields={fields} />
      </FormSection>
      {asksWindow && (
        <FormSection title={t('form.window')} text={isOver ? t('schedule.over') : t('form.windowText')}>
          <WindowFields fields={fields} address={pickup} />
        </FormSection>
      )}
    </ResourceForm>
  )
}

function Carrier({ fields: { values, at, set, text, patch } }: { fields: TiedFields<ScheduleValues> }) {
  const { t } = useTranslation('pickups')
  const { data, error } = usePickupDrivers()
  return (
    <>
      <SegmentedControl
        aria-label={t('schedule.carrier')}
        value={values.by}
        data={[
          { value: 'driver', label: t('schedule.driver') },
          { value: 'provider', label: t('schedule.provider') },
        ]}
        onChange={(by) => set('by', by as ScheduleValues['by'])}
      />
      {values.by === 'driver' ? (
        <Select
          {...at('driver_id')}
          {...(error && { error: errorText(error) })}
          label={t('schedule.driver')}
          withAsterisk
          searchable
          data={data?.data.map(({ id, label }) => ({ value: id, label })) ?? []}
          value={values.driver_id}
          onChange={(id) => set('driver_id', id)}
          comboboxProps={{ withinPortal: false }}
        />
      ) : (
        <>
          <ProviderChoice
            {...at('provider_id')}
            label={t('schedule.provider')}
            withAsterisk
            withinPortal={false}
            value={values.provider_id}
            name={values.provider_label}
            onChange={(provider_id, provider_label) => patch({ provider_id, provider_label })}
          />
          <TextInput
            {...text('confirmation_no')}
            label={t('field.confirmation_no')}
            description={t('schedule.confirmationHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={60}
          />
        </>
      )}
    </>
  )
}
