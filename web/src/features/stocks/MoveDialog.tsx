import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getStockShowQueryOptions, stockMove } from '@/api/generated/endpoints/stock/stock'
import type { Stock, StockMovementAnswer } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { StockPlaceChoice } from '@/shared/choices/StockChoice'
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

type MoveDialogProps = { stock: Stock } & DialogState<Stock>

/** Puts goods into another place. */
export default function MoveDialog({ stock, opened, onClose }: MoveDialogProps) {
  const { t } = useTranslation('stocks')
  return (
    <StockDialog opened={opened} onClose={onClose} title={t('move.title')}>
      <MoveForm stock={stock} onClose={onClose} />
    </StockDialog>
  )
}

type MoveValues = { to_place_id: string | null; quantity: number | null; reason: string | null }

function MoveForm({ stock, onClose }: { stock: Stock; onClose(): void }) {
  const { t } = useTranslation('stocks')
  const { required } = useRules()
  const format = useFormat()
  const client = useQueryClient()
  const [key] = useState(() => uuidV7())
  const free = stock.on_hand - stock.reserved
  const model = useResourceForm<MoveValues, StockMovementAnswer>({
    name: `stock-move-${stock.id}`,
    initial: { to_place_id: null, quantity: free, reason: null },
    validate: { to_place_id: required, quantity: required },
    submit: async ({ to_place_id, quantity, reason }) =>
      (await stockMove(stock.id, { key, to_place_id: to_place_id ?? '', quantity: quantity ?? 0, reason }))
        .data,
    async onSaved({ movement, stock: there }) {
      refreshStocks(client, there)
      // The goods were taken from here: their page shows what is left.
      await client.invalidateQueries({ queryKey: getStockShowQueryOptions(stock.id).queryKey })
      notify.success(t('move.done', { number: format.number(movement.quantity), place: there.place }))
      onClose()
    },
  })
  const { values, at, set, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.move')} onCancel={cancel}>
      <FormSection title={stockName(stock)} text={t('move.text', { number: format.number(free) })}>
        <div data-width="half">
          <StockPlaceChoice
            {...at('to_place_id')}
            label={t('field.to_place')}
            withAsterisk
            value={values.to_place_id}
            onChange={(id) => set('to_place_id', id)}
          />
        </div>
        <WholeField
          {...at('quantity')}
          {...HALF}
          label={t('field.quantity')}
          withAsterisk
          max={1_000_000_000}
          value={values.quantity}
          onChange={(units) => set('quantity', units)}
        />
        <TextInput {...text('reason')} label={t('field.note')} maxLength={500} />
      </FormSection>
    </ResourceForm>
  )
}
