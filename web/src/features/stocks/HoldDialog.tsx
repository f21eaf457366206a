import { Switch, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { stockHold } from '@/api/generated/endpoints/stock/stock'
import type { Stock } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { stockName } from './actions'
import { refreshStocks } from './refresh'
import { StockDialog } from './StockDialog'

type HoldDialogProps = { stock: Stock } & DialogState<Stock>

/** Keeps a lot from leaving, in all places. */
export default function HoldDialog({ stock, opened, onClose, onChanged }: HoldDialogProps) {
  const { t } = useTranslation('stocks')
  return (
    <StockDialog opened={opened} onClose={onClose} title={t('hold.title')}>
      <HoldForm stock={stock} onClose={onClose} {...(onChanged && { onChanged })} />
    </StockDialog>
  )
}

type HoldValues = { quarantine: boolean; reason: string | null }

function HoldForm({ stock, onClose, onChanged }: Omit<HoldDialogProps, 'opened'>) {
  const { t } = useTranslation('stocks')
  const { required } = useRules()
  const client = useQueryClient()
  const model = useResourceForm<HoldValues, Stock>({
    name: `stock-hold-${stock.id}`,
    // A lot on hold can go on to quarantine.
    initial: { quarantine: stock.status === 'hold', reason: null },
    validate: { reason: required },
    submit: async ({ quarantine, reason }) =>
      (await stockHold(stock.id, { quarantine, reason: reason ?? '', version: stock.version })).data,
    onSaved(saved) {
      refreshStocks(client, saved)
      onChanged?.(saved)
      notify.success(t('hold.done'))
      onClose()
    },
  })
  const { values, at, set, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.hold')} onCancel={cancel}>
      <FormSection title={stockName(stock)} text={t('hold.text')}>
        <Switch
          {...at('quarantine')}
          label={t('hold.quarantine')}
          checked={values.quarantine}
          onChange={(event) => set('quarantine', event.currentTarget.checked)}
        />
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
