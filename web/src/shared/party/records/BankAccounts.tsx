import { Alert, Badge, Select, TextInput } from '@mantine/core'
import { IconBuildingBank, IconEyeOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  bankAccountCreate,
  bankAccountDelete,
  bankAccountShow,
  bankAccountUpdate,
  invalidateBankAccountList,
  useBankAccountList,
} from '@/api/generated/endpoints/parties/parties'
import {
  type BankAccount,
  type BankAccountInput,
  type BankAccountType,
  bankAccountTypeValues,
  type PixKeyType,
  pixKeyTypeValues,
} from '@/api/schema'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { BankChoice } from '@/shared/choices/BankChoice'
import { CountryChoice } from '@/shared/choices/CountryChoice'
import { CurrencyChoice } from '@/shared/choices/CurrencyChoice'
import { BRAZIL, UNITED_STATES } from '@/ui/fields/party'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { useRules } from '@/ui/form/useRules'
import { OwnedForm } from './OwnedForm'
import { ALL_OF_OWNER, type FieldsOf, type OwnerRef } from './owner'
import { RecordsPanel } from './RecordsPanel'

type AccountValues = {
  holder: string
  document: string | null
  bank_id: string | null
  /** Name of the bank, which may no longer be offered. */
  bank_name: string | null
  country_id: number | null
  agency: string | null
  account: string | null
  account_type: BankAccountType | null
  routing_number: string | null
  pix_key_type: PixKeyType | null
  pix_key: string | null
  iban: string | null
  swift: string | null
  currency: string
  version?: number
}

const valuesOf = (account: BankAccount): AccountValues => ({
  holder: account.holder,
  document: account.document,
  bank_id: account.bank_id,
  bank_name: account.bank_name,
  country_id: account.country_id,
  agency: account.agency,
  account: account.account,
  account_type: account.account_type,
  routing_number: account.routing_number,
  pix_key_type: account.pix_key_type,
  pix_key: account.pix_key,
  iban: account.iban,
  swift: account.swift,
  currency: account.currency,
  version: account.version,
})

const fieldsOf = ({ version: _, bank_name: __, ...values }: AccountValues): FieldsOf<BankAccountInput> =>
  values

/** The bank accounts of the owner; their numbers are masked for users without the right to see them. */
export function BankAccounts({ owner }: { owner: OwnerRef }) {
  const { t } = useTranslation('party-records')
  const { can } = useProfile()
  const queryClient = useQueryClient()
  const refresh = () => invalidateBankAccountList(queryClient)
  const result = useBankAccountList({ ...owner, ...ALL_OF_OWNER })
  const isMasked = result.data?.data.some(({ masked }) => masked)
  return (
    <>
      {isMasked && (
        <Alert mb="md" color="gray" icon={<IconEyeOff aria-hidden />}>
          {t('account.masked')}
        </Alert>
      )}
      <RecordsPanel<BankAccount>
        result={result}
        icon={IconBuildingBank}
        words={{ add: t('account.add'), empty: t('account.empty'), emptyText: t('account.emptyText') }}
        mayAdd={can['bank_account.create']}
        nameOf={({ holder, bank_name }) => [holder, bank_name].filter(Boolean).join(' · ')}
        badges={({ currency }) => (
          <Badge variant="light" color="gray" radius="sm" tt="none">
            {currency}
          </Badge>
        )}
        lines={(account) => [
          account.document,
          account.agency && `${t('account.field.agency')} ${account.agency}`,
          account.routing_number && `${t('account.field.routing_number')} ${account.routing_number}`,
          account.account && `${t('account.field.account')} ${account.account}`,
          account.pix_key &&
            `Pix ${account.pix_key_type ? t(`account.pix.${account.pix_key_type}`) : ''} ${account.pix_key}`,
          account.iban && `IBAN ${account.iban}`,
          account.swift && `SWIFT ${account.swift}`,
        ]}
        form={(account, close) => (
          <AccountForm owner={owner} account={account} refresh={refresh} onClose={close} />
        )}
        remove={bankAccountDelete}
        refresh={refresh}
      />
    </>
  )
}

type AccountFormProps = {
  owner: OwnerRef
  account: BankAccount | undefined
  refresh(): Promise<unknown>
  onClose(): void
}

function AccountForm({ owner, account, refresh, onClose }: AccountFormProps) {
  const { t } = useTranslation('party-records')
  const { required } = useRules()
  const { config } = useSite()
  const empty: AccountValues = {
    holder: '',
    document: null,
    bank_id: null,
    bank_name: null,
    country_id: config.country_id,
    agency: null,
    account: null,
    account_type: null,
    routing_number: null,
    pix_key_type: null,
    pix_key: null,
    iban: null,
    swift: null,
    currency: config.currency,
  }
  return (
    <OwnedForm<AccountValues>
      name={account ? `bank-account-${account.id}` : `bank-account-of-${owner.owner_id}`}
      title={t('account.one')}
      initial={account ? valuesOf(account) : empty}
      validate={{ holder: required, currency: required }}
      newest={account && (async () => valuesOf((await bankAccountShow(account.id)).data))}
      submit={(values) =>
        account
          ? bankAccountUpdate(account.id, {
              ...fieldsOf(values),
              version: values.version ?? account.version,
            })
          : bankAccountCreate({ ...owner, ...fieldsOf(values) })
      }
      refresh={refresh}
      onClose={onClose}
    >
      {(fields) => <Fields fields={fields} />}
    </OwnedForm>
  )
}

type PartProps = { fields: TiedFields<AccountValues> }

function Fields({ fields }: PartProps) {
  const { values, text, at, set, patch } = fields
  const { t } = useTranslation('party-records')
  return (
    <>
      <TextInput
        {...text('holder')}
        {...HALF}
        data-autofocus
        label={t('account.field.holder')}
        withAsterisk
        maxLength={200}
      />
      <TextInput {...text('document')} {...HALF} label={t('account.field.document')} maxLength={40} />
      <CountryChoice
        {...at('country_id')}
        {...HALF}
        label={t('account.field.country_id')}
        withAsterisk
        clearable={false}
        value={values.country_id}
        onChange={(country_id) => set('country_id', country_id)}
      />
      <CurrencyChoice
        {...at('currency')}
        {...HALF}
        label={t('account.field.currency')}
        withAsterisk
        value={values.currency}
        onChange={(currency) => set('currency', currency ?? '')}
      />
      <div data-width="half">
        <BankChoice
          {...at('bank_id')}
          label={t('account.field.bank')}
          value={values.bank_id}
          name={values.bank_name}
          onChange={(bank_id, bank_name) => patch({ bank_id, bank_name })}
        />
      </div>
      <Numbers fields={fields} />
    </>
  )
}

/** The numbers that a payer in the country of the account needs, the usual ones first. */
function Numbers({ fields }: PartProps) {
  const { country_id, currency } = fields.values
  if (country_id === UNITED_STATES) return <AmericanNumbers fields={fields} />
  if (country_id === BRAZIL)
    return (
      <>
        <BrazilianNumbers fields={fields} />
        {currency === 'BRL' && <PixKey fields={fields} />}
        <InternationalNumbers fields={fields} />
      </>
    )
  return (
    <>
      <InternationalNumbers fields={fields} />
      <BrazilianNumbers fields={fields} />
    </>
  )
}

function AmericanNumbers({ fields: { values, text, at, set } }: PartProps) {
  const { t } = useTranslation('party-records')
  return (
    <>
      <TextInput
        {...text('routing_number')}
        {...HALF}
        label={t('account.field.routing_number')}
        withAsterisk
        inputMode="numeric"
        maxLength={20}
      />
      <TextInput
        {...text('account')}
        {...HALF}
        label={t('account.field.account')}
        withAsterisk
        maxLength={40}
      />
      <Select
        {...at('account_type')}
        {...HALF}
        label={t('account.field.account_type')}
        withAsterisk
        value={values.account_type}
        data={bankAccountTypeValues.map((value) => ({ value, label: t(`account.type.${value}`) }))}
        onChange={(kind) => set('account_type', kind)}
      />
      <TextInput {...text('swift')} {...HALF} label="SWIFT (BIC)" maxLength={20} />
    </>
  )
}

function BrazilianNumbers({ fields: { text } }: PartProps) {
  const { t } = useTranslation('party-records')
  return (
    <>
      <TextInput {...text('agency')} {...HALF} label={t('account.field.agency')} maxLength={20} />
      <TextInput {...text('account')} {...HALF} label={t('account.field.account')} maxLength={40} />
    </>
  )
}

function InternationalNumbers({ fields: { text } }: PartProps) {
  return (
    <>
      <TextInput {...text('iban')} {...HALF} label="IBAN" maxLength={50} />
      <TextInput {...text('swift')} {...HALF} label="SWIFT (BIC)" maxLength={20} />
    </>
  )
}

function PixKey({ fields: { values, text, at, set } }: PartProps) {
  const { t } = useTranslation('party-records')
  return (
    <>
      <Select
        {...at('pix_key_type')}
        {...HALF}
        label={t('account.field.pix_key_type')}
        clearable
        value={values.pix_key_type}
        data={pixKeyTypeValues.map((value) => ({ value, label: t(`account.pix.${value}`) }))}
        onChange={(kind) => set('pix_key_type', kind)}
      />
      <TextInput {...text('pix_key')} {...HALF} label={t('account.field.pix_key')} maxLength={140} />
    </>
  )
}
