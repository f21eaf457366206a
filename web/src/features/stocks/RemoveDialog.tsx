import { Select, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockPhotoAdd, stockRemove } from '@/api/generated/endpoints/stock/stock'
import { type RemovalReason, removalReasonValues, type Stock, type StockMovementAnswer } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { notify } from '@/ui/dialogs/notify'
import { FileField } from '@/ui/fields/FileField'
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

type RemoveDialogProps = { stock: Stock } & DialogState<Stock>

/** Takes goods out for good. */
export default function RemoveDialog({ stock, opened, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('stocks')
  return (
    <StockDialog opened={opened} onClose={onClose} title={t('remove.title')}>
      <RemoveForm stock={stock} onClose={onClose} />
    </StockDialog>
  )
}

const MAX_BYTES = 10 * 1024 * 1024

/** `file` stands for the errors of the photo. */
type RemovalValues = {
  quantity: number | null
  removal: RemovalReason
  reason: string | null
  file: null
}

function RemoveForm({ stock, onClose }: { stock: Stock; onClose(): void }) {
  const { t } = useTranslation('stocks')
  const { required } = useRules()
  const format = useFormat()
  const client = useQueryClient()
  const [key] = useState(() => uuidV7())
  const [photo, setPhoto] = useState<File | null>(null)
  const model = useResourceForm<RemovalValues, StockMovementAnswer>({
    name: `stock-removal-${stock.id}`,
    initial: { quantity: null, removal: 'damaged', reason: null, file: null },
    validate: { quantity: required, reason: required },
    // The same again removes nothing more: a photo that did not arrive is sent again.
    submit: async ({ quantity, removal, reason }) => {
      const form = { key, quantity: quantity ?? 0, removal, reason: reason ?? '' }
      const { data } = await stockRemove(stock.id, form)
      if (photo && !data.movement.has_photo) await stockPhotoAdd(data.movement.id, { file: photo })
      return data
    },
    onSaved({ movement, stock: left }) {
      refreshStocks(client, left)
      notify.success(t('remove.done', { number: format.number(movement.quantity) }))
      onClose()
    },
  })
  const { values, at, set, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.remove')} onCancel={cancel}>
      <FormSection title={stockName(stock)} text={t('remove.text')}>
        <WholeField
          {...at('quantity')}
          {...HALF}
          label={t('field.quantity')}
          withAsterisk
          max={1_000_000_000}
          value={values.quantity}
          onChange={(units) => set('quantity', units)}
        />
        <Select
          {...at('removal')}
          {...HALF}
          label={t('field.removal')}
          allowDeselect={false}
          data={removalReasonValues.map((value) => ({ value, label: t(`removal.${value}`) }))}
          value={values.removal}
          onChange={(value) => value && set('removal', value)}
        />
        <Textarea
          {...text('reason')}
          label={t('field.reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
        />
        <FileField
          label={t('remove.photo')}
          text={t('remove.photoText')}
          accept="image/jpeg,image/png,application/pdf"
          maxBytes={MAX_BYTES}
          value={photo}
          error={at('file').error}
          onChange={setPhoto}
        />
      </FormSection>
    </ResourceForm>
  )
}
