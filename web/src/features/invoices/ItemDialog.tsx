import { Modal, SegmentedControl, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { invoiceItemAdd, invoiceItemUpdate } from '@/api/generated/endpoints/finance/finance'
import type { Invoice, InvoiceItem } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DecimalField } from '@/ui/fields/DecimalField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import classes from './Document.module.css'
import { refreshInvoices } from './refresh'

type ItemDialogProps = {
  invoice: Invoice
  /** The item to change; a new one without it. */
  item?: InvoiceItem
  opened: boolean
  onClose(): void
}

/** An item besides shipments: a service with its price, or a discount. */
export default function ItemDialog({ invoice, item, opened, onClose }: ItemDialogProps) {
  const { t } = useTranslation(['invoices', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={item ? t('item.editNamed', { item: item.details.description }) : t('action.addItem')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <ItemForm invoice={invoice} item={item} onClose={onClose} />
      </div>
    </Modal>
  )
}

type ItemValues = {
  kind: 'charge' | 'discount'
  description: string | null
  quantity: string | null
  unit_price: string | null
  tax_note: string | null
}

function valuesOf(item: InvoiceItem | undefined): ItemValues {
  const { description, quantity, unit_price, tax_note } = item?.details ?? {}
  return {
    kind: unit_price?.startsWith('-') ? 'discount' : 'charge',
    description: description ?? null,
    quantity: quantity ?? '1',
    unit_price: unit_price?.replace('-', '') ?? null,
    tax_note: tax_note ?? null,
  }
}

const inputOf = ({ kind, description, quantity, unit_price, tax_note }: ItemValues) => ({
  description: description ?? '',
  quantity: quantity ?? '',
  unit_price: `${kind === 'discount' ? '-' : ''}${unit_price ?? ''}`,
  tax_note,
})

type ItemFormProps = { invoice: Invoice; item: InvoiceItem | undefined; onClose(): void }

function ItemForm({ invoice: { id, version, currency }, item, onClose }: ItemFormProps) {
  const { t } = useTranslation('invoices')
  const { required } = useRules()
  const queryClient = useQueryClient()
  const model = useResourceForm<ItemValues, Invoice>({
    name: `invoice-item-${id}-${item?.seq ?? 'new'}`,
    initial: valuesOf(item),
    validate: { description: required, quantity: required, unit_price: required },
    submit: async (values) => {
      const input = { ...inputOf(values), version }
      return (await (item ? invoiceItemUpdate(id, item.seq, input) : invoiceItemAdd(id, input))).data
    },
    onSaved(saved) {
      refreshInvoices(queryClient, saved)
      notify.success(t('item.saved'))
      onClose()
    },
  })
  const { values, set, at, text } = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('item.save')} onCancel={cancel}>
      <FormSection title={t('item.title')}>
        <SegmentedControl
          aria-label={t('item.kind')}
          value={values.kind}
          data={[
            { value: 'charge', label: t('item.charge') },
            { value: 'discount', label: t('item.discount') },
          ]}
          onChange={(kind) => set('kind', kind as ItemValues['kind'])}
        />
        <TextInput
          {...text('description')}
          data-autofocus
          label={t('item.description')}
          withAsterisk
          maxLength={300}
        />
        <DecimalField
          {...at('quantity')}
          {...HALF}
          label={t('item.quantity')}
          withAsterisk
          decimals={3}
          value={values.quantity}
          onChange={(quantity) => set('quantity', quantity)}
        />
        <MoneyField
          {...at('unit_price')}
          {...HALF}
          label={t('item.unitPrice')}
          withAsterisk
          currency={currency}
          decimals={4}
          value={values.unit_price}
          onChange={(price) => set('unit_price', price)}
        />
        <TextInput
          {...text('tax_note')}
          label={t('item.taxNote')}
          description={t('item.taxNoteText')}
          maxLength={200}
        />
      </FormSection>
    </ResourceForm>
  )
}
