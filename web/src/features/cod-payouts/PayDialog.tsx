import {
  Checkbox,
  Input,
  Modal,
  SegmentedControl,
  Select,
  Skeleton,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  codPayoutCreate,
  useCodPayoutDeliveryList,
  useDepositAccounts,
} from '@/api/generated/endpoints/finance/finance'
import type { CodDelivery, CodPayoutDetails, OpenCash } from '@/api/schema'
import { paths } from '@/context/paths'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { type TiedFields, useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { Money } from '@/ui/Money'
import { sumsOf } from '@/ui/sums'
import classes from './CodPayouts.module.css'
import { keyOf } from './open-cash'
import { refreshCodPayouts } from './refresh'

type PayProps = { cash: OpenCash; opened: boolean; onClose(): void }

/** Shows what a payout is made of, and asks how the client gets it. */
export default function PayDialog({ cash, opened, onClose }: PayProps) {
  const { t } = useTranslation(['cod-payouts', 'common'])
  const { client_id, subsidiary_id, currency } = cash
  const query = { client_id, currency, subsidiary_id: subsidiary_id ?? undefined }
  const result = useCodPayoutDeliveryList(query, { query: { enabled: opened } })
  const deliveries = result.data?.data.filter((one) => one.subsidiary_id === subsidiary_id)
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('pay.title', { client: cash.client_name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        {deliveries && <PayForm cash={cash} deliveries={deliveries} onClose={onClose} />}
        {!deliveries && result.error ? <LoadFailure title={t('pay.failed')} result={result} /> : null}
        {!deliveries && !result.error && <Skeleton h={240} />}
      </div>
    </Modal>
  )
}

type PayValues = {
  /** Deliveries that are not paid now. */
  left: string[]
  method: 'wallet' | 'bank'
  bank_account_id: string | null
  reference: string | null
  paid_on: string | null
  note: string | null
}

type PayFormProps = { cash: OpenCash; deliveries: CodDelivery[]; onClose(): void }

function PayForm({ cash, deliveries, onClose }: PayFormProps) {
  const { t } = useTranslation('cod-payouts')
  const { required } = useRules()
  const format = useFormat()
  const client = useQueryClient()
  const navigate = useNavigate()
  // A repeated call with this key pays nothing again.
  const [key] = useState(() => uuidV7())
  const { client_id, subsidiary_id, currency } = cash
  const needed = (value: unknown, { method }: PayValues) => (method === 'bank' ? required(value) : null)
  const chosenOf = ({ left }: PayValues) => deliveries.filter(({ id }) => !left.includes(id))
  const amountOf = (values: PayValues) => sumsOf(chosenOf(values))[0]?.amount ?? '0'
  const model = useResourceForm<PayValues, CodPayoutDetails>({
    name: `cod-payout-${keyOf(cash)}`,
    initial: {
      left: [],
      method: 'wallet',
      bank_account_id: null,
      reference: null,
      paid_on: format.today(),
      note: null,
    },
    validate: {
      left: (_, values) => (chosenOf(values).length === 0 ? t('pay.nothing') : null),
      bank_account_id: needed,
      reference: needed,
      paid_on: needed,
    },
    submit: async (values) => {
      const { method, bank_account_id, reference, paid_on, note } = values
      const about = { key, client_id, subsidiary_id, currency, method, note: note?.trim() || null }
      const delivery_ids = chosenOf(values).map(({ id }) => id)
      const bank = method === 'bank' ? { bank_account_id, reference, paid_on } : {}
      return (await codPayoutCreate({ ...about, ...bank, delivery_ids, amount: amountOf(values) })).data
    },
    onSaved(saved) {
      refreshCodPayouts(client, saved)
      notify.success(t('pay.done', { number: saved.number }))
      onClose()
      void navigate({ href: paths['cod_payouts.show'](saved) })
    },
  })
  const fields = useTiedFields(model.form)
  const { values, set, text } = fields
  const amount = amountOf(values)

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm
      model={model}
      submitLabel={t('pay.send', { amount: format.money(amount, currency) })}
      onCancel={cancel}
    >
      <FormSection title={t('field.deliveries')} text={t('pay.text')}>
        <Chosen fields={fields} deliveries={deliveries} />
        <SegmentedControl
          aria-label={t('field.method')}
          value={values.method}
          data={[
            { value: 'wallet', label: t('method.wallet') },
            { value: 'bank', label: t('method.bank') },
          ]}
          onChange={(method) => set('method', method as PayValues['method'])}
        />
        {values.method === 'bank' && <FromBank fields={fields} cash={cash} />}
        <Textarea {...text('note')} label={t('field.note')} autosize minRows={2} maxLength={500} />
      </FormSection>
    </ResourceForm>
  )
}

type PartProps = { fields: TiedFields<PayValues> }

/** All are paid, unless some are left for another time. */
function Chosen({ fields: { values, set, at }, deliveries }: PartProps & { deliveries: CodDelivery[] }) {
  const { t } = useTranslation('cod-payouts')
  const { left } = values
  const { error, ...place } = at('left')
  return (
    <div className={classes.chosen} {...place} tabIndex={-1}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.list} aria-label={t('field.deliveries')}>
        {deliveries.map(({ id, number, recipient_name, amount, currency, shipments }) => (
          <li key={id} className={classes.line}>
            <Checkbox
              label={`${number} · ${recipient_name}`}
              description={shipments.map(({ tracking_code }) => tracking_code).join(', ')}
              checked={!left.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                set('left', checked ? left.filter((one) => one !== id) : [...left, id])
              }
            />
            <Text size="sm" className={classes.amount}>
              <Money amount={amount} currency={currency} />
            </Text>
          </li>
        ))}
      </ul>
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  )
}

/** The company's accounts in the currency of the cash. The transfer itself is made at the bank. */
function FromBank({ fields: { choice, text, input }, cash }: PartProps & { cash: OpenCash }) {
  const { t } = useTranslation('cod-payouts')
  const accounts = useDepositAccounts(cash.client_id).data?.data ?? []
  return (
    <>
      <Select
        {...choice('bank_account_id')}
        {...HALF}
        label={t('field.bank_account')}
        withAsterisk
        data={accounts
          .filter(({ currency }) => currency === cash.currency)
          .map(({ id, label }) => ({ value: id, label }))}
      />
      <DayField {...input('paid_on')} {...HALF} label={t('field.paid_on')} withAsterisk />
      <TextInput {...text('reference')} {...HALF} label={t('field.reference')} withAsterisk maxLength={100} />
    </>
  )
}
