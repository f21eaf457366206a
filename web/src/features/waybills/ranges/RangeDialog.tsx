import { Modal, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { codeText } from '@/api/errors'
import {
  invalidateMawbRangeList,
  mawbRangeCreate,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { WaybillRange } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { AirlineChoice } from '../AirlineChoice'
import { countNumbers, numberText, readSerial } from '../awb'
import classes from '../Waybills.module.css'
import { serialsOf } from './columns'

type RangeDialogProps = { opened: boolean; onClose(): void }

/** Adds a range that an airline has given. */
export default function RangeDialog({ opened, onClose }: RangeDialogProps) {
  const { t } = useTranslation(['waybill-ranges', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('add.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <RangeForm onClose={onClose} />
      </div>
    </Modal>
  )
}

type RangeValues = {
  provider_id: string | null
  first_serial: string | null
  last_serial: string | null
  alert_below: number | null
  received_on: string
  note: string | null
}

function useSerialRule() {
  const { required } = useRules()
  return (value: string | null) =>
    required(value) ?? (readSerial(value) === undefined ? codeText('range_invalid', {}, '') : null)
}

function RangeForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('waybill-ranges')
  const { required } = useRules()
  const serial = useSerialRule()
  const format = useFormat()
  const client = useQueryClient()
  const model = useResourceForm<RangeValues, WaybillRange>({
    name: 'mawb-range',
    initial: {
      provider_id: null,
      first_serial: null,
      last_serial: null,
      alert_below: null,
      received_on: format.today(),
      note: null,
    },
    validate: { provider_id: required, first_serial: serial, last_serial: serial },
    submit: async ({ first_serial, last_serial, alert_below, received_on, ...rest }) => {
      const { data } = await mawbRangeCreate({
        provider_id: rest.provider_id ?? '',
        first_serial: readSerial(first_serial) ?? 0,
        last_serial: readSerial(last_serial) ?? 0,
        alert_below: alert_below ?? 0,
        received_on: received_on || null,
        note: rest.note,
      })
      return data
    },
    onSaved(saved) {
      void invalidateMawbRangeList(client)
      notify.success(t('add.done', { serials: serialsOf(saved) }))
      onClose()
    },
  })
  const fields = useTiedFields(model.form)
  const { values, set, at, text } = fields

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('add.action')} onCancel={cancel}>
      <FormSection title={t('add.numbers')} text={t('add.text')}>
        <AirlineChoice {...fields.choice('provider_id')} label={t('field.airline')} withAsterisk />
        <TextInput
          {...text('first_serial')}
          {...HALF}
          label={t('field.first_serial')}
          withAsterisk
          placeholder="1234563"
          maxLength={12}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextInput
          {...text('last_serial')}
          {...HALF}
          label={t('field.last_serial')}
          withAsterisk
          placeholder="1234662"
          maxLength={12}
          inputMode="numeric"
          autoComplete="off"
        />
        <Preview first={values.first_serial} last={values.last_serial} />
      </FormSection>
      <FormSection title={t('add.more')}>
        <WholeField
          {...at('alert_below')}
          {...HALF}
          label={t('field.alert_below')}
          description={t('add.alertText')}
          max={10_000_000}
          value={values.alert_below}
          onChange={(number) => set('alert_below', number)}
        />
        <DayField
          {...at('received_on')}
          {...HALF}
          label={t('field.received_on')}
          description={t('add.receivedText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.received_on}
          onChange={(day) => set('received_on', day)}
        />
        <Textarea {...text('note')} label={t('field.note')} autosize minRows={2} maxLength={500} />
      </FormSection>
    </ResourceForm>
  )
}

/** The first and the last number as they will stand on waybills, with their check digits. */
function Preview({ first, last }: { first: string | null; last: string | null }) {
  const { t } = useTranslation('waybill-ranges')
  const format = useFormat()
  const [from, to] = [readSerial(first), readSerial(last)]
  const count = countNumbers(from, to)
  return (
    <Text size="sm" role="status">
      {from !== undefined &&
        to !== undefined &&
        count > 0 &&
        t('add.preview', {
          count,
          number: format.number(count),
          first: numberText(from),
          last: numberText(to),
        })}
    </Text>
  )
}
