import { Modal, Radio, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cashHandoverDecide } from '@/api/generated/endpoints/deliveries/deliveries'
import {
  type CashDecision,
  type CashHandover,
  type CashHandoverDetails,
  cashDecisionValues,
} from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { Money } from '@/ui/Money'
import { refreshCashHandovers } from './refresh'

type DecideProps = { handover: CashHandover } & DialogState<CashHandoverDetails>

/** Asks what becomes of a difference, and why. */
export default function DecideDialog({ handover, opened, onClose, onChanged }: DecideProps) {
  const { t } = useTranslation(['cash-handovers', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('decide.title', { number: handover.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <DecideForm handover={handover} onClose={onClose} onChanged={onChanged} />
    </Modal>
  )
}

type DecideValues = { decision: CashDecision | null; reason: string | null }

function DecideForm({ handover, onClose, onChanged }: Omit<DecideProps, 'opened'>) {
  const { t } = useTranslation('cash-handovers')
  const { required } = useRules()
  const client = useQueryClient()
  const { id, version, difference, currency } = handover
  const model = useResourceForm<DecideValues, CashHandoverDetails>({
    name: `cash-handover-decide-${id}`,
    initial: { decision: null, reason: null },
    validate: { decision: required, reason: required },
    submit: async ({ decision, reason }) => {
      const form = { decision: decision ?? 'found', reason: reason?.trim() ?? '', version }
      return (await cashHandoverDecide(id, form)).data
    },
    onSaved(saved) {
      refreshCashHandovers(client, saved)
      onChanged?.(saved)
      notify.success(t('decide.done'))
      onClose()
    },
  })
  const { values, set, at, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.decide')} onCancel={cancel}>
      <FormSection title={t('field.difference')}>
        <Money amount={difference} currency={currency} />
        <Radio.Group
          {...at('decision')}
          label={t('field.decision')}
          withAsterisk
          value={values.decision ?? ''}
          onChange={(value) => set('decision', value as CashDecision)}
        >
          <Stack gap="sm" mt="xs">
            {cashDecisionValues
              .filter((value) => value !== 'driver_owes' || Number(difference) < 0)
              .map((value) => (
                <Radio key={value} value={value} label={t(`decision.${value}`)} />
              ))}
          </Stack>
        </Radio.Group>
        <Textarea
          {...text('reason')}
          label={t('field.reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
        />
      </FormSection>
    </ResourceForm>
  )
}
