import { Modal, SegmentedControl, Select, Skeleton, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invoicePay, useWalletShow } from '@/api/generated/endpoints/finance/finance'
import type { Invoice, PaymentAccount } from '@/api/schema'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import classes from './Document.module.css'
import { refreshInvoices } from './refresh'

type PaymentDialogProps = { invoice: Invoice; opened: boolean; onClose(): void }

/** Records a payment: found on a bank account, or taken from the client's wallet. Less than the open amount is a part. */
export default function PaymentDialog({ invoice, opened, onClose }: PaymentDialogProps) {
  const { t } = useTranslation(['invoices', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('pay.title', { number: invoice.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <PaymentForm invoice={invoice} onClose={onClose} />
      </div>
    </Modal>
  )
}

type PaymentValues = {
  source: 'bank' | 'wallet'
  amount: string | null
  bank_account_id: string | null
  reference: string | null
  paid_on: string | null
}

function PaymentForm({ invoice, onClose }: Omit<PaymentDialogProps, 'opened'>) {
  const { t } = useTranslation('invoices')
  const { required } = useRules()
  const format = useFormat()
  const queryClient = useQueryClient()
  // A repeated call with this key posts nothing again.
  const [key] = useState(() => uuidV7())
  const { id, open_amount, currency, accounts } = invoice
  const needed = (value: unknown, { source }: PaymentValues) => (source === 'bank' ? required(value) : null)
  const model = useResourceForm<PaymentValues, Invoice>({
    name: `invoice-payment-${id}`,
    initial: {
      source: accounts.length > 0 ? 'bank' : 'wallet',
      amount: open_amount,
      bank_account_id: accounts[0]?.id ?? null,
      reference: null,
      paid_on: format.today(),
    },
    validate: { amount: required, bank_account_id: needed, paid_on: needed },
    submit: async ({ source, amount, paid_on, bank_account_id, reference }) => {
      const paid = { key, source, amount: amount ?? '', paid_on: paid_on ?? format.today() }
      const bank = source === 'bank' ? { bank_account_id, reference } : {}
      return (await invoicePay(id, { ...paid, ...bank })).data
    },
    onSaved(saved) {
      refreshInvoices(queryClient, saved)
      notify.success(t('pay.done'))
      onClose()
    },
  })
  const fields = useTiedFields(model.form)
  const { values, set, at } = fields

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('action.pay')} onCancel={cancel}>
      <FormSection
        title={t('doc.payment')}
        text={t('pay.amountText', { amount: format.money(open_amount, currency) })}
      >
        <SegmentedControl
          aria-label={t('pay.source')}
          value={values.source}
          data={[
            { value: 'bank', label: t('pay.bank'), disabled: accounts.length === 0 },
            { value: 'wallet', label: t('pay.wallet') },
          ]}
          onChange={(source) => set('source', source as PaymentValues['source'])}
        />
        <MoneyField
          {...at('amount')}
          {...HALF}
          data-autofocus
          label={t('pay.amount')}
          withAsterisk
          currency={currency}
          value={values.amount}
          onChange={(amount) => set('amount', amount)}
        />
        {values.source === 'bank' ? (
          <FromBank fields={fields} accounts={accounts} />
        ) : (
          <FromWallet invoice={invoice} />
        )}
      </FormSection>
    </ResourceForm>
  )
}

function FromBank({ fields, accounts }: { fields: TiedFields<PaymentValues>; accounts: PaymentAccount[] }) {
  const { t } = useTranslation('invoices')
  const { choice, text, input } = fields
  return (
    <>
      <DayField {...input('paid_on')} {...HALF} label={t('pay.day')} withAsterisk />
      <Select
        {...choice('bank_account_id')}
        {...HALF}
        label={t('pay.account')}
        withAsterisk
        allowDeselect={false}
        data={accounts.map(({ id, label }) => ({ value: id, label }))}
      />
      <TextInput {...text('reference')} {...HALF} label={t('pay.reference')} withAsterisk maxLength={100} />
    </>
  )
}

/** Money in the wallet, so that nobody tries in vain; for those who may see it. */
function FromWallet({ invoice: { client_id, currency } }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const { can } = useProfile()
  const isAsked = can['wallet.show'] === true
  const { data, isLoading } = useWalletShow(client_id, {
    query: { enabled: isAsked },
    request: { quiet: true },
  })
  const found = data?.data.balances.find((one) => one.currency === currency)
  if (isLoading) return <Skeleton h={24} />
  if (!data) return null
  return (
    <Text size="sm">
      {found && Number(found.balance) > 0
        ? t('pay.has', { amount: format.money(found.balance, currency) })
        : t('pay.none', { currency })}
    </Text>
  )
}
