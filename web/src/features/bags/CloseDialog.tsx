import { Alert, Checkbox, Modal, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bagClose } from '@/api/generated/endpoints/consolidation/consolidation'
import type { Bag } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import type { CodeLine } from '@/blocks/scan/codes'
import { readScannedCodes } from '@/blocks/scan/useScannedCodes'
import { refreshBags } from '@/shared/bags/refresh'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { WeightField } from '@/ui/fields/MeasureField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import classes from './Bags.module.css'
import { draftOf } from './useBagScanning'

/** Nobody has said yet whether the parcel is in the bag. */
const isOnItsWay = ({ done, refusal, unsent }: CodeLine) => unsent || !(done || refusal)

type CloseProps = { bag: Bag } & DialogState<Bag>

/** Asks for the seal and what the scale shows. */
export default function CloseDialog({ bag, opened, onClose, onChanged }: CloseProps) {
  const { t } = useTranslation(['bags', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('close.title', { number: bag.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <CloseForm bag={bag} onClose={onClose} {...(onChanged && { onChanged })} />
      </div>
    </Modal>
  )
}

type CloseValues = {
  seal: string | null
  gross_g: number | null
  difference_reason: string | null
  dispatch_no: number | null
  is_last: boolean
}

function CloseForm({ bag, onClose, onChanged }: Omit<CloseProps, 'opened'>) {
  const { t } = useTranslation('bags')
  const { required } = useRules()
  const format = useFormat()
  const client = useQueryClient()
  const expected = bag.tare_g + bag.parcel_weight_g
  const model = useResourceForm<CloseValues, Bag>({
    name: `bag-close-${bag.id}`,
    initial: { seal: null, gross_g: null, difference_reason: null, dispatch_no: null, is_last: false },
    validate: { seal: required, gross_g: required },
    submit: async ({ seal, gross_g, ...rest }) =>
      (await bagClose(bag.id, { ...rest, seal: seal ?? '', gross_g: gross_g ?? 0, version: bag.version }))
        .data,
    onSaved(saved) {
      refreshBags(client, saved)
      onChanged?.(saved)
      notify.success(t('close.done'))
      onClose()
    },
  })
  const { values, set, at, text } = useTiedFields(model.form)
  // A bag that was closed before keeps its numbers.
  const isNumbered = bag.origin_office !== null && bag.dispatch_no === null
  const differs = at('gross_g').error !== undefined || values.difference_reason !== null

  // Scans of this station that have no answer: once the bag is closed, they are refused.
  const unsent = readScannedCodes(draftOf(bag)).flatMap((line) => (isOnItsWay(line) ? [line.code] : []))

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.close')} onCancel={cancel}>
      {unsent.length > 0 && (
        <Alert color="orange" role="alert">
          {t('close.unsent', { codes: unsent.join(', ') })}
        </Alert>
      )}
      <FormSection title={t('section.seal')} text={t('close.text')}>
        <TextInput
          {...text('seal')}
          {...HALF}
          label={t('field.seal')}
          withAsterisk
          maxLength={40}
          autoComplete="off"
          data-autofocus
        />
        <WeightField
          {...at('gross_g')}
          {...HALF}
          label={t('field.gross')}
          description={t('close.expected', { weight: format.weight(expected) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          value={values.gross_g}
          onChange={(weight) => set('gross_g', weight)}
        />
        {differs && (
          <Textarea
            {...text('difference_reason')}
            label={t('field.difference_reason')}
            description={t('close.differenceText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autosize
            minRows={2}
            maxLength={500}
          />
        )}
      </FormSection>
      {isNumbered && (
        <FormSection title={t('section.post')} text={t('close.postText')}>
          <NumberInput
            {...at('dispatch_no')}
            {...HALF}
            label={t('field.dispatch_no')}
            placeholder={t('close.nextDispatch')}
            hideControls
            allowDecimal={false}
            min={1}
            max={9999}
            value={values.dispatch_no ?? ''}
            onChange={(value) => set('dispatch_no', value === '' ? null : Number(value))}
          />
          <Checkbox
            label={t('field.is_last')}
            checked={values.is_last}
            onChange={(event) => set('is_last', event.currentTarget.checked)}
          />
        </FormSection>
      )}
    </ResourceForm>
  )
}
