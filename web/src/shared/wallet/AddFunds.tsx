import { Alert, Modal, Select, Skeleton, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { depositCreate, useDepositAccounts } from '@/api/generated/endpoints/finance/finance'
import {
  type Deposit,
  type DepositMethod,
  depositMethodValues,
  type PaymentAccount,
  type Wallet,
} from '@/api/schema'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { FileField } from '@/ui/fields/FileField'
import { MoneyField } from '@/ui/fields/MoneyField'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { changeTo, type MissingSum } from './account-change'
import { BankDetails } from './BankDetails'
import { NoAccountWay } from './NoAccountWay'
import { refreshWallet } from './refresh'
import classes from './Wallet.module.css'

const MAX_BYTES = 10 * 1024 * 1024

type FundsValues = {
  bank_account_id: string
  method: DepositMethod
  amount: string | null
  reference: string | null
  paid_on: string | null
  note: string | null
  file: File | null
}

type AddFundsProps = {
  /** Whose wallet it is. */
  wallet: Pick<Wallet, 'client_id' | 'client_name'>
  /** Filled in; the user can pay more. */
  missing?: MissingSum | undefined
  opened: boolean
  onClose(): void
}

/** Tells the company about a payment: where it went, how much it was, and the receipt. */
export default function AddFunds({ wallet, missing, opened, onClose }: AddFundsProps) {
  const { t } = useTranslation(['wallet', 'common'])
  const { is_outside } = useProfile()
  return (
    <Modal
      stackId="add-funds"
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={is_outside ? t('add.title') : t('add.titleOf', { name: wallet.client_name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {/* Opened from another form, this one is sent alone. */}
      <div className={classes.form} onSubmit={(event) => event.stopPropagation()}>
        <Accounts wallet={wallet} missing={missing} onClose={onClose} />
      </div>
    </Modal>
  )
}

/** The company's accounts come first: without one there is nothing to pay to. */
function Accounts({ wallet, missing, onClose }: Omit<AddFundsProps, 'opened'>) {
  const { t } = useTranslation('wallet')
  const { is_outside } = useProfile()
  const result = useDepositAccounts(wallet.client_id, undefined, { query: { staleTime: 0 } })
  // The reference of the last payment is used up: the form begins with that of the next one.
  const accounts = result.isFetchedAfterMount ? result.data?.data : undefined
  if (!accounts && result.error) return <LoadFailure title={t('failed')} result={result} />
  if (!accounts) return <Skeleton h={320} radius="md" />
  const first = accounts.find(({ currency }) => currency === missing?.currency) ?? accounts[0]
  if (!first)
    return (
      <Alert color="gray" title={t('add.noAccounts')}>
        <Text size="sm" mb="xs">
          {is_outside ? t('add.noAccountsText') : t('add.noAccountsStaff')}
        </Text>
        <NoAccountWay />
      </Alert>
    )
  return <FundsForm wallet={wallet} missing={missing} accounts={accounts} first={first} onClose={onClose} />
}

type FundsFormProps = Omit<AddFundsProps, 'opened'> & {
  accounts: PaymentAccount[]
  first: PaymentAccount
}

function FundsForm({ wallet, missing, accounts, first, onClose }: FundsFormProps) {
  const { t } = useTranslation('wallet')
  const { is_outside } = useProfile()
  const { required } = useRules()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { client_id } = wallet
  const model = useResourceForm<FundsValues, Deposit>({
    // A sum that is missing is another payment than the one that the user began.
    name: missing ? `deposit-${client_id}-${missing.amount}` : `deposit-${client_id}`,
    initial: {
      bank_account_id: first.id,
      method: first.pix_key ? 'pix' : 'transfer',
      amount: missing?.currency === first.currency ? missing.amount : null,
      reference: first.reference,
      paid_on: format.today(),
      note: null,
      file: null,
    },
    validate: { amount: required, reference: required, paid_on: required },
    submit: async ({ amount, reference, paid_on, note, file, ...values }) =>
      (
        await depositCreate({
          ...values,
          client_id,
          // The form is not sent without these.
          amount: amount ?? '',
          reference: reference ?? '',
          paid_on: paid_on ?? '',
          ...(note && { note }),
          ...(file && { file, file_name: file.name }),
        })
      ).data,
    onSaved() {
      refreshWallet(queryClient, client_id)
      notify.success(is_outside ? t('add.done') : t('add.doneStaff'))
      onClose()
    },
  })
  const fields = useTiedFields(model.form)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t('add.send')} onCancel={cancel}>
      <FormSection title={t('add.stepPay')} text={t('add.stepPayText')}>
        <Account clientId={client_id} missing={missing} fields={fields} accounts={accounts} />
      </FormSection>
      <FormSection title={t('add.stepTell')} text={t('add.stepTellText')}>
        <Payment fields={fields} accounts={accounts} />
      </FormSection>
    </ResourceForm>
  )
}

type PartProps = { fields: TiedFields<FundsValues>; accounts: PaymentAccount[] }

const chosenOf = ({ values }: TiedFields<FundsValues>, accounts: PaymentAccount[]) =>
  accounts.find(({ id }) => id === values.bank_account_id) ?? accounts[0]

/** While somebody types an amount, its code is not asked for. */
const TYPING_MS = 300

type AccountProps = PartProps & { clientId: string; missing: MissingSum | undefined }

function Account({ clientId, missing, fields, accounts }: AccountProps) {
  const { t } = useTranslation('wallet')
  const [amount] = useDebouncedValue(fields.values.amount, TYPING_MS)
  const result = useDepositAccounts(clientId, amount ? { amount } : {}, {
    query: { placeholderData: keepPreviousData },
  })
  const account = chosenOf(fields, accounts)
  // The codes of the typed amount; the choice stays that of the form.
  const shown = result.data?.data.find(({ id }) => id === account?.id) ?? account
  return (
    <>
      <MoneyField
        {...fields.at('amount')}
        {...HALF}
        label={t('add.amount')}
        withAsterisk
        data-autofocus
        currency={account?.currency}
        value={fields.values.amount}
        onChange={(typed) => fields.set('amount', typed)}
      />
      {accounts.length > 1 && (
        <Select
          {...fields.at('bank_account_id')}
          label={t('add.account')}
          allowDeselect={false}
          value={fields.values.bank_account_id}
          data={accounts.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => {
            const next = accounts.find((one) => one.id === id)
            if (next) fields.patch(changeTo(next, account, fields.values.method, missing))
          }}
          {...HALF}
        />
      )}
      {missing && account && account.currency !== missing.currency && (
        <Alert color="orange" role="status" style={{ gridColumn: '1 / -1' }}>
          <Text size="sm" mb="xs">
            {t('add.otherCurrency', { currency: account.currency, missing: missing.currency })}
          </Text>
          {!accounts.some(({ currency }) => currency === missing.currency) && <NoAccountWay />}
        </Alert>
      )}
      {shown && <BankDetails account={shown} />}
    </>
  )
}

function Payment({ fields, accounts }: PartProps) {
  const { t } = useTranslation('wallet')
  const { values, errors, at, set, text, input } = fields
  const account = chosenOf(fields, accounts)
  /** What is paid at the counter has no reference of ours; what the user typed stays. */
  function referenceOf(method: DepositMethod) {
    const given = account?.reference ?? null
    const isByBank = method === 'pix' || method === 'transfer'
    if (isByBank) return values.reference || given
    return values.reference === given ? null : values.reference
  }
  return (
    <>
      <Select
        {...at('method')}
        {...HALF}
        label={t('add.method')}
        allowDeselect={false}
        value={values.method}
        data={depositMethodValues
          .filter((method) => method !== 'pix' || account?.currency === 'BRL')
          .map((value) => ({ value, label: t(`method.${value}`) }))}
        onChange={(method) => method && fields.patch({ method, reference: referenceOf(method) })}
      />
      <TextInput
        {...text('reference')}
        {...HALF}
        label={t('add.reference')}
        description={t(`add.referenceText.${values.method}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        maxLength={100}
      />
      <DayField {...input('paid_on')} {...HALF} label={t('add.paidOn')} withAsterisk />
      <Textarea {...text('note')} label={t('add.note')} autosize maxLength={500} />
      <FileField
        label={t('add.receipt')}
        text={t('add.receiptText')}
        value={values.file}
        accept=".pdf,.jpg,.jpeg,.png"
        maxBytes={MAX_BYTES}
        error={errors.file}
        onChange={(file) => set('file', file)}
      />
    </>
  )
}
