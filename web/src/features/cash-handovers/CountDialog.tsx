import { Alert, Modal, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { cashHandoverCreate } from '@/api/generated/endpoints/deliveries/deliveries'
import { type CashHandoverDetails, CashHandoverStatus, type WaitingCash } from '@/api/schema'
import { paths } from '@/context/paths'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { refreshCashHandovers } from './refresh'

type CountProps = { cash: WaitingCash; opened: boolean; onClose(): void }

/** Asks for what was counted. What is expected is shown afterwards. */
export default function CountDialog({ cash, opened, onClose }: CountProps) {
  const { t } = useTranslation(['cash-handovers', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('count.title', { driver: cash.driver_name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <CountForm cash={cash} onClose={onClose} />
    </Modal>
  )
}

type CountValues = { counted: string | null; note: string | null }

function CountForm({ cash, onClose }: Omit<CountProps, 'opened'>) {
  const { t } = useTranslation('cash-handovers')
  const { required } = useRules()
  const client = useQueryClient()
  const navigate = useNavigate()
  const format = useFormat()
  const { driver_id, currency, deliveries, open_stops } = cash
  const model = useResourceForm<CountValues, CashHandoverDetails>({
    name: `cash-count-${driver_id}-${currency}`,
    initial: { counted: null, note: null },
    validate: { counted: required },
    submit: async ({ counted, note }) => {
      const delivery_ids = deliveries.map(({ id }) => id)
      const form = {
        driver_id,
        delivery_ids,
        currency,
        counted: counted ?? '0',
        note: note?.trim() || null,
      }
      return (await cashHandoverCreate(form)).data
    },
    onSaved(saved) {
      refreshCashHandovers(client, saved)
      if (saved.status === CashHandoverStatus.Settled) notify.success(t('count.settled'))
      else notify.warning(t('count.difference'))
      onClose()
      void navigate({ href: paths['cash_handovers.show'](saved) })
    },
  })
  const { values, set, at, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.count')} onCancel={cancel}>
      <FormSection title={t('field.counted')} text={t('count.text')}>
        <Text size="sm">{deliveries.map(({ number }) => number).join(', ')}</Text>
        {open_stops > 0 && (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
            {t('count.openStops', { count: open_stops, number: format.number(open_stops) })}
          </Alert>
        )}
        <MoneyField
          {...at('counted')}
          label={t('field.counted')}
          withAsterisk
          currency={currency}
          value={values.counted}
          onChange={(counted) => set('counted', counted)}
          data-autofocus
        />
        <Textarea {...text('note')} label={t('field.note')} autosize minRows={2} maxLength={500} />
      </FormSection>
    </ResourceForm>
  )
}
