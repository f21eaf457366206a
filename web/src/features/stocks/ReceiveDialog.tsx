import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockReceive, useStockItemShow } from '@/api/generated/endpoints/stock/stock'
import type { StockItem, StockMovementAnswer } from '@/api/schema'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { PartnerChoice, ProviderChoice } from '@/shared/choices/RecordChoice'
import { StockItemChoice, StockPlaceChoice } from '@/shared/choices/StockChoice'
import { notify } from '@/ui/dialogs/notify'
import { DayField } from '@/ui/fields/DayField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import { refreshStocks } from './refresh'
import { StockDialog } from './StockDialog'

type ReceiveDialogProps = { opened: boolean; onClose(): void }

/** Takes goods in. */
export default function ReceiveDialog({ opened, onClose }: ReceiveDialogProps) {
  const { t } = useTranslation('stocks')
  return (
    <StockDialog opened={opened} onClose={onClose} title={t('receive.title')}>
      <ReceiveForm onClose={onClose} />
    </StockDialog>
  )
}

type ReceiptValues = {
  item_id: string | null
  place_id: string | null
  lot: string | null
  expiration_date: string | null
  quantity: number | null
  partner_id: string | null
  provider_id: string | null
  unit_cost: string | null
  currency: string | null
  reason: string | null
}

const empty = (currency: string): ReceiptValues => ({
  item_id: null,
  place_id: null,
  lot: null,
  expiration_date: null,
  quantity: null,
  partner_id: null,
  provider_id: null,
  unit_cost: null,
  currency,
  reason: null,
})

function ReceiveForm({ onClose }: Pick<ReceiveDialogProps, 'onClose'>) {
  const { t } = useTranslation('stocks')
  const { required } = useRules()
  const { config } = useSite()
  const format = useFormat()
  const client = useQueryClient()
  // A repeated call with this key receives nothing again.
  const [key] = useState(() => uuidV7())
  const model = useResourceForm<ReceiptValues, StockMovementAnswer>({
    name: 'stock-receipt',
    initial: empty(config.currency),
    validate: { item_id: required, place_id: required, quantity: required },
    submit: async ({ item_id, place_id, quantity, currency, ...rest }) =>
      (
        await stockReceive({
          ...rest,
          key,
          item_id: item_id ?? '',
          place_id: place_id ?? '',
          quantity: quantity ?? 0,
          currency: rest.unit_cost === null ? null : currency,
        })
      ).data,
    onSaved({ movement, stock }) {
      refreshStocks(client, stock)
      const number = format.number(movement.quantity)
      notify.success(t('receive.done', { number, item: stock.title, place: stock.place }))
      onClose()
    },
  })
  const fields = useTiedFields(model.form)
  const { item_id } = fields.values
  const item = useStockItemShow(item_id ?? '', { query: { enabled: item_id !== null } }).data?.data

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.receive')} onCancel={cancel}>
      <Goods fields={fields} item={item} />
      <Origin fields={fields} />
    </ResourceForm>
  )
}

type Fields = { fields: TiedFields<ReceiptValues> }

function Goods({ fields: { values, at, set, text, input }, item }: Fields & { item: StockItem | undefined }) {
  const { t } = useTranslation('stocks')
  return (
    <FormSection title={t('receive.goods')} text={t('receive.text')}>
      <StockItemChoice
        {...at('item_id')}
        label={t('field.item')}
        withAsterisk
        value={values.item_id}
        onChange={(id) => set('item_id', id)}
      />
      <WholeField
        {...at('quantity')}
        {...HALF}
        label={t('field.quantity')}
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
          value={values.place_id}
          onChange={(id) => set('place_id', id)}
        />
      </div>
      {(item?.keep_lot || values.lot !== null) && (
        <TextInput
          {...text('lot')}
          {...HALF}
          label={t('field.lot')}
          withAsterisk={item?.keep_lot === true}
          maxLength={60}
          autoCapitalize="characters"
        />
      )}
      {(item?.keep_expiry || values.expiration_date !== null) && (
        <DayField
          {...input('expiration_date')}
          {...HALF}
          label={t('field.expiration_date')}
          description={t('receive.expiryText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )}
    </FormSection>
  )
}

function Origin({ fields: { values, at, set, text } }: Fields) {
  const { t } = useTranslation('stocks')
  const { can } = useProfile()
  return (
    <FormSection title={t('receive.origin')} text={t('receive.originText')}>
      <div data-width="half">
        <PartnerChoice
          {...at('partner_id')}
          label={t('field.partner')}
          value={values.partner_id}
          onChange={(id) => set('partner_id', id)}
        />
      </div>
      <div data-width="half">
        <ProviderChoice
          {...at('provider_id')}
          label={t('field.provider')}
          value={values.provider_id}
          onChange={(id) => set('provider_id', id)}
        />
      </div>
      {can['price_cost.show'] && (
        <>
          <MoneyField
            {...at('unit_cost')}
            {...HALF}
            label={t('field.unit_cost')}
            decimals={4}
            value={values.unit_cost}
            {...(values.currency && { currency: values.currency })}
            onChange={(cost) => set('unit_cost', cost)}
          />
          <CurrencyChoice
            {...at('currency')}
            {...HALF}
            label={t('field.currency')}
            value={values.currency}
            onChange={(currency) => set('currency', currency)}
          />
        </>
      )}
      <TextInput {...text('reason')} label={t('field.note')} maxLength={500} />
    </FormSection>
  )
}
