import { SegmentedControl, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockAdjust } from '@/api/generated/endpoints/stock/stock'
import type { Stock, StockMovementAnswer } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import { stockName } from './actions'
import { refreshStocks } from './refresh'
import { StockDialog } from './StockDialog'

type AdjustDialogProps = { stock: Stock } & DialogState<Stock>

/** Corrects what is there, by a difference: what others move meanwhile stays. */
export default function AdjustDialog({ stock, opened, onClose }: AdjustDialogProps) {
  const { t } = useTranslation('stocks')
  return (
    <StockDialog opened={opened} onClose={onClose} title={t('adjust.title')}>
      <AdjustForm stock={stock} onClose={onClose} />
    </StockDialog>
  )
}

type AdjustmentValues = { way: 'more' | 'less'; difference: number | null; reason: string | null }

function AdjustForm({ stock, onClose }: { stock: Stock; onClose(): void }) {
  const { t } = useTranslation('stocks')
  const { required } = useRules()
  const format = useFormat()
  const client = useQueryClient()
  const [key] = useState(() => uuidV7())
  const model = useResourceForm<AdjustmentValues, StockMovementAnswer>({
    name: `stock-adjustment-${stock.id}`,
    initial: { way: 'less', difference: null, reason: null },
    validate: { difference: required, reason: required },
    submit: async ({ way, difference, reason }) => {
      const units = difference ?? 0
      const form = { key, difference: way === 'less' ? -units : units, reason: reason ?? '' }
      return (await stockAdjust(stock.id, form)).data
    },
    onSaved({ stock: left }) {
      refreshStocks(client, left)
      notify.success(t('adjust.done', { number: format.number(left.on_hand) }))
      onClose()
    },
  })
  const { values, at, set, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.adjust')} onCancel={cancel}>
      <FormSection title={stockName(stock)} text={t('adjust.text', { number: format.number(stock.on_hand) })}>
        <SegmentedControl
          aria-label={t('adjust.way')}
          value={values.way}
          data={(['less', 'more'] as const).map((value) => ({ value, label: t(`adjust.${value}`) }))}
          onChange={(way) => set('way', way as AdjustmentValues['way'])}
        />
        <WholeField
          {...at('difference')}
          {...HALF}
          label={t('field.quantity')}
          withAsterisk
          max={1_000_000_000}
          value={values.difference}
          onChange={(units) => set('difference', units)}
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
