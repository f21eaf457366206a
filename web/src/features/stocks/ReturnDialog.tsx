import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockReturn } from '@/api/generated/endpoints/stock/stock'
import type { StockMovement, StockMovementAnswer } from '@/api/schema'
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
import { refreshStocks } from './refresh'
import { StockDialog } from './StockDialog'

type ReturnDialogProps = { movement: StockMovement; opened: boolean; onClose(): void }

/** Records goods of a pick that came back. */
export default function ReturnDialog({ movement, opened, onClose }: ReturnDialogProps) {
  const { t } = useTranslation('stocks')
  return (
    <StockDialog opened={opened} onClose={onClose} title={t('return.title')}>
      <ReturnForm movement={movement} onClose={onClose} />
    </StockDialog>
  )
}

type ReturnValues = { place_id: string | null; quantity: number | null; reason: string | null }

function ReturnForm({ movement, onClose }: Omit<ReturnDialogProps, 'opened'>) {
  const { t } = useTranslation('stocks')
  const { required } = useRules()
  const format = useFormat()
  const client = useQueryClient()
  const [key] = useState(() => uuidV7())
  const most = movement.quantity - movement.returned
  const model = useResourceForm<ReturnValues, StockMovementAnswer>({
    name: `stock-return-${movement.id}`,
    initial: { place_id: movement.from_place_id, quantity: most, reason: null },
    validate: { place_id: required, quantity: required },
    submit: async ({ place_id, quantity, reason }) =>
      (await stockReturn(movement.id, { key, place_id: place_id ?? '', quantity: quantity ?? 0, reason }))
        .data,
    onSaved({ movement: back, stock }) {
      refreshStocks(client, stock)
      notify.success(t('return.done', { number: format.number(back.quantity), place: stock.place }))
      onClose()
    },
  })
  const { values, at, set, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.return')} onCancel={cancel}>
      <FormSection
        title={[movement.title, movement.lot].filter(Boolean).join(' · ')}
        text={t('return.text', { number: format.number(most) })}
      >
        <div data-width="half">
          <StockPlaceChoice
            {...at('place_id')}
            label={t('field.place')}
            withAsterisk
            value={values.place_id}
            name={movement.from_place}
            onChange={(id) => set('place_id', id)}
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
