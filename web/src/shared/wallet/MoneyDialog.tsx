import { Modal, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDepositAccounts, walletAdjust, walletRefund } from '@/api/generated/endpoints/finance/finance'
import type { Wallet } from '@/api/schema'
import { useSite } from '@/context/site'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { MoneyField } from '@/ui/fields/MoneyField'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import { sumsOf } from '@/ui/sums'
import { refreshWallet } from './refresh'
import classes from './Wallet.module.css'

export type Movement = 'refund' | 'adjust'

type MoneyDialogProps = { wallet: Wallet; movement: Movement; opened: boolean; onClose(): void }

/** Records a refund, or corrects the balance. Both stay in the statement with their reason. */
export default function MoneyDialog({ wallet, movement, opened, onClose }: MoneyDialogProps) {
  const { t } = useTranslation(['wallet', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t(`out.${movement}.title`, { name: wallet.client_name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <MoneyForm wallet={wallet} movement={movement} onClose={onClose} />
      </div>
    </Modal>
  )
}

type MoneyValues = {
  currency: string
  sign: '+' | '-'
  amount: string | null
  bank_account_id: string | null
  reference: string | null
  reason: string | null
}

/** The amount with the sign of its direction. */
const signedOf = ({ sign, amount }: MoneyValues) => (sign === '-' ? `-${amount ?? '0'}` : (amount ?? '0'))

function MoneyForm({ wallet, movement, onClose }: Omit<MoneyDialogProps, 'opened'>) {
  const { t } = useTranslation('wallet')
  const { config } = useSite()
  const { required } = useRules()
  const queryClient = useQueryClient()
  // A repeated call with this key posts nothing again.
  const [key] = useState(() => uuidV7())
  const { client_id, balances } = wallet
  const model = useResourceForm<MoneyValues, unknown>({
    name: `wallet-${movement}-${client_id}`,
    initial: {
      currency: balances[0]?.currency ?? config.currency,
      sign: movement === 'refund' ? '-' : '+',
      amount: null,
      bank_account_id: null,
      reference: null,
      reason: null,
    },
    validate: {
      amount: required,
      reason: required,
      ...(movement === 'refund' && { bank_account_id: required, reference: required }),
    },
    submit: (values) => {
      const { currency, amount, bank_account_id, reference, reason } = values
      // The form is not sent without these.
      const about = { key, reason: reason ?? '' }
      if (movement === 'adjust')
        return walletAdjust(client_id, { ...about, currency, amount: signedOf(values) })
      const paid = { bank_account_id: bank_account_id ?? '', reference: reference ?? '' }
      return walletRefund(client_id, { ...about, ...paid, amount: amount ?? '' })
    },
    onSaved() {
      refreshWallet(queryClient, client_id)
      notify.success(t(`out.${movement}.done`))
      onClose()
    },
  })
  const fields = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t(`out.${movement}.send`)} onCancel={cancel}>
      <FormSection title={t(`out.${movement}.open`)} text={t(`out.${movement}.text`)}>
        {movement === 'adjust' && <Direction fields={fields} />}
        <Amount fields={fields} />
        {movement === 'refund' && <PaidFrom fields={fields} client={client_id} />}
        <Textarea
          {...fields.text('reason')}
          label={t('out.reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
        />
        <Outcome wallet={wallet} values={fields.values} />
      </FormSection>
    </ResourceForm>
  )
}

type PartProps = { fields: TiedFields<MoneyValues> }

function Direction({ fields: { values, set } }: PartProps) {
  const { t } = useTranslation('wallet')
  return (
    <SegmentedControl
      aria-label={t('out.direction')}
      value={values.sign}
      data={[
        { value: '+', label: t('out.in') },
        { value: '-', label: t('out.out') },
      ]}
      onChange={(sign) => set('sign', sign as MoneyValues['sign'])}
    />
  )
}

function Amount({ fields: { values, at, set, patch } }: PartProps) {
  const { t } = useTranslation('wallet')
  return (
    <>
      <MoneyField
        {...at('amount')}
        {...HALF}
        data-autofocus
        label={t('out.amount')}
        withAsterisk
        currency={values.currency}
        value={values.amount}
        onChange={(amount) => set('amount', amount)}
      />
      <CurrencyChoice
        {...at('currency')}
        {...HALF}
        label={t('out.currency')}
        value={values.currency}
        // An account has one currency.
        onChange={(currency) => currency && patch({ currency, bank_account_id: null })}
      />
    </>
  )
}

/** The company's accounts in the currency of the refund. */
function PaidFrom({ fields: { values, choice, text }, client }: PartProps & { client: string }) {
  const { t } = useTranslation('wallet')
  const accounts = useDepositAccounts(client).data?.data ?? []
  return (
    <>
      <Select
        {...choice('bank_account_id')}
        {...HALF}
        label={t('out.account')}
        withAsterisk
        data={accounts
          .filter(({ currency }) => currency === values.currency)
          .map(({ id, label }) => ({ value: id, label }))}
      />
      <TextInput {...text('reference')} {...HALF} label={t('out.reference')} withAsterisk maxLength={100} />
    </>
  )
}

/** The balance before and after, so that a wrong sign is seen. */
function Outcome({ wallet, values }: { wallet: Wallet; values: MoneyValues }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const { currency } = values
  const balance = wallet.balances.find((one) => one.currency === currency)?.balance ?? '0'
  const [after] = sumsOf([
    { amount: balance, currency },
    { amount: signedOf(values), currency },
  ])
  return (
    <Text size="sm" role="status" style={{ gridColumn: '1 / -1' }}>
      {t('out.balance', {
        before: format.money(balance, currency),
        after: format.money(after?.amount ?? balance, currency),
      })}
    </Text>
  )
}
