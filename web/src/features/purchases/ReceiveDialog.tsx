import { Modal, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { purchaseReceive } from '@/api/generated/endpoints/stock/stock'
import type { PurchaseDetails, PurchaseReceiptAnswer } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { StockPlaceChoice } from '@/shared/choices/StockChoice'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import classes from './Purchases.module.css'
import { refreshPurchases } from './refresh'

type ReceiveDialogProps = { purchase: PurchaseDetails } & DialogState<PurchaseDetails>

/** Takes in goods of one line. */
export default function ReceiveDialog({ purchase, opened, onClose, onChanged }: ReceiveDialogProps) {
  const { t } = useTranslation(['purchases', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('receive.title', { number: purchase.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <ReceiveForm purchase={purchase} onClose={onClose} {...(onChanged && { onChanged })} />
      </div>
    </Modal>
  )
}

type ArrivalValues = {
  line: string | null
  place_id: string | null
  lot: string | null
  expiration_date: string | null
  quantity: number | null
}

function ReceiveForm({ purchase, onClose, onChanged }: Omit<ReceiveDialogProps, 'opened'>) {
  const { t } = useTranslation('purchases')
  const { required } = useRules()
  const format = useFormat()
  const client = useQueryClient()
  // A repeated call with this key receives nothing again.
  const [key] = useState(() => uuidV7())
  const open = purchase.lines.filter(({ most }) => most > 0)
  const first = open.find(({ missing }) => missing > 0) ?? open[0]
  const model = useResourceForm<ArrivalValues, PurchaseReceiptAnswer>({
    name: `purchase-receipt-${purchase.id}`,
    initial: {
      line: first ? String(first.line) : null,
      place_id: null,
      lot: null,
      expiration_date: null,
      quantity: first?.missing || null,
    },
    validate: { line: required, place_id: required, quantity: required },
    submit: async ({ line, place_id, quantity, ...lot }) =>
      (
        await purchaseReceive(purchase.id, {
          ...lot,
          key,
          line: Number(line),
          place_id: place_id ?? '',
          quantity: quantity ?? 0,
        })
      ).data,
    onSaved({ receipt, purchase: saved }) {
      refreshPurchases(client, saved)
      onChanged?.(saved)
      const number = format.number(receipt.quantity)
      notify.success(t('receive.done', { number, item: receipt.title, place: receipt.place }))
      onClose()
    },
  })
  const { values, set, at, text, input, choice } = useTiedFields(model.form)
  const line = open.find((one) => String(one.line) === values.line)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.receive')} onCancel={cancel}>
      <FormSection title={t('receive.section')} text={t('receive.text')}>
        <Select
          {...choice('line')}
          label={t('field.line')}
          withAsterisk
          searchable
          data={open.map((one) => ({ value: String(one.line), label: `${one.sku} · ${one.title}` }))}
        />
        <WholeField
          {...at('quantity')}
          {...HALF}
          label={t('field.quantity')}
          {...(line && { description: t('receive.most', { number: format.number(line.most) }) })}
          withAsterisk
          max={1_000_000_000}
          value={values.quantity}
          onChange={(units) => set('quantity', units)}
        />
        <div data-width="half">
          <StockPlaceChoice
            {...at('place_id')}
            label={t('field.place')}
            withAsterisk
            warehouse={purchase.warehouse_id}
            value={values.place_id}
            onChange={(id) => set('place_id', id)}
          />
        </div>
        {(line?.keep_lot || values.lot !== null) && (
          <TextInput
            {...text('lot')}
            {...HALF}
            label={t('field.lot')}
            withAsterisk={line?.keep_lot === true}
            maxLength={60}
            autoCapitalize="characters"
          />
        )}
        {(line?.keep_expiry || values.expiration_date !== null) && (
          <DayField {...input('expiration_date')} {...HALF} label={t('field.expiration_date')} />
        )}
      </FormSection>
    </ResourceForm>
  )
}
