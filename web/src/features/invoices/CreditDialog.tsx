import { Button, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { invalidateInvoiceShow, invoiceCredit } from '@/api/generated/endpoints/finance/finance'
import type { Invoice } from '@/api/schema'
import { DialogEnd } from '@/ui/dialogs/DialogEnd'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { MoneyField } from '@/ui/fields/MoneyField'
import { uuidV7 } from '@/ui/form/uuid'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { sumsOf } from '@/ui/sums'
import { type Credited, type Part, partsOf } from './credit-parts'
import { placeProblems } from './credit-problems'
import classes from './Document.module.css'
import { refreshInvoices } from './refresh'

type CreditDialogProps = { invoice: Invoice; opened: boolean; onClose(): void }

/** Takes back amounts of single items; the credit note gets a number of its own. */
export default function CreditDialog({ invoice, opened, onClose }: CreditDialogProps) {
  const { t } = useTranslation(['invoices', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={t('credit.title', { number: invoice.number })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Ask invoice={invoice} onClose={onClose} />
    </Modal>
  )
}

const keyOf = ({ item, part }: Credited) => `${part}-${item.seq}`

type Amounts = Partial<Record<string, string | null>>

function useCredit(invoice: Invoice, onClose: () => void) {
  const { t } = useTranslation(['invoices', 'common'])
  const client = useQueryClient()
  // A repeated call with this key credits nothing again.
  const [key] = useState(() => uuidV7())
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(amounts: Amounts, reason: string) {
    const amountOf = (part: Part, seq: number) => amounts[`${part}-${seq}`] || '0'
    const items = invoice.items
      .map(({ seq }) => ({ seq, service_amount: amountOf('service', seq), tax_amount: amountOf('tax', seq) }))
      .filter((item) => Number(item.service_amount) + Number(item.tax_amount) > 0)
    setFailure(undefined)
    if (items.length === 0) return setFailure(t('credit.nothing'))
    if (!reason) return setProblems({ reason: t('common:validation.required') })
    setBusy(true)
    setProblems({})
    try {
      const { data: note } = await invoiceCredit(invoice.id, { key, items, reason })
      refreshInvoices(client, note)
      void invalidateInvoiceShow(client, invoice.id)
      notify.success(t('credit.done', { number: note.number ?? '' }))
      onClose()
    } catch (error) {
      const { atFields, elsewhere } = placeProblems(fieldTexts(error), items)
      setProblems(atFields)
      if (elsewhere || Object.keys(atFields).length === 0) setFailure(elsewhere ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return { send, problems, failure, busy }
}

function Ask({ invoice, onClose }: Omit<CreditDialogProps, 'opened'>) {
  const { t } = useTranslation('invoices')
  const [amounts, setAmounts] = useState<Amounts>({})
  const [reason, setReason] = useState('')
  const { send, problems, failure, busy } = useCredit(invoice, onClose)
  const parts = partsOf(invoice)
  const { currency } = invoice
  const [total] = sumsOf([
    { amount: '0', currency },
    ...Object.values(amounts).map((amount) => ({ amount: amount || '0', currency })),
  ])
  if (parts.length === 0) return <Text size="sm">{t('credit.none')}</Text>
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(amounts, reason.trim())
      }}
    >
      <Stack>
        <Text size="sm">{t('credit.text')}</Text>
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setAmounts(Object.fromEntries(parts.map((part) => [keyOf(part), part.most])))}
        >
          {t('credit.all')}
        </Button>
        <div className={classes.credits}>
          {parts.map((part) => (
            <Amount
              key={keyOf(part)}
              part={part}
              currency={currency}
              value={amounts[keyOf(part)] ?? null}
              problem={problems[keyOf(part)]}
              onChange={(amount) => setAmounts({ ...amounts, [keyOf(part)]: amount })}
            />
          ))}
        </div>
        <Textarea
          label={t('credit.reason')}
          withAsterisk
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={problems.reason}
          maxLength={500}
          rows={2}
        />
        <Text size="sm" fw={600} role="status">
          {t('credit.total')}: <Money amount={total?.amount ?? '0'} currency={currency} />
        </Text>
        <DialogEnd failure={failure} action={t('action.credit')} busy={busy} onClose={onClose} />
      </Stack>
    </form>
  )
}

type AmountProps = {
  part: Credited
  currency: string
  value: string | null
  problem: string | undefined
  onChange(amount: string | null): void
}

function Amount({ part: { item, part, most }, currency, value, problem, onChange }: AmountProps) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const label = part === 'service' ? 'credit.serviceOf' : 'credit.taxOf'
  return (
    <MoneyField
      label={t(label, { item: item.tracking_code || item.details.description })}
      description={t('credit.most', { amount: format.money(most, currency) })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      currency={currency}
      value={value}
      error={problem}
      onChange={onChange}
    />
  )
}
