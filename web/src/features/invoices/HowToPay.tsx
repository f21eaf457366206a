import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '@/api/schema'
import { BankDetails } from '@/shared/wallet/BankDetails'
import { NoAccountWay } from '@/shared/wallet/NoAccountWay'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import classes from './Document.module.css'

/** The company's account in the currency of the invoice, and what to write at the bank. */
export function HowToPay({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const format = useFormat()
  const [chosen, setChosen] = useState<string>()
  const { accounts, number, status, currency, due_on, open_amount, subsidiary_id } = invoice
  // That of the branch which issued it comes first.
  const account =
    accounts.find(({ id }) => id === chosen) ??
    accounts.find((one) => one.subsidiary_id === subsidiary_id) ??
    accounts[0]
  return (
    <PageCard label={t('pay.how')}>
      <h2 className={classes.heading}>{t('pay.how')}</h2>
      {account ? (
        <>
          <Text size="sm" mb="sm">
            {t(status === 'overdue' ? 'pay.late' : 'pay.howText', {
              amount: format.money(open_amount, currency),
              day: due_on && format.day(due_on),
              number,
            })}
          </Text>
          {accounts.length > 1 && (
            <Select
              mb="sm"
              label={t('pay.accountTo')}
              allowDeselect={false}
              value={account.id}
              data={accounts.map(({ id, label }) => ({ value: id, label }))}
              onChange={(id) => id && setChosen(id)}
            />
          )}
          <BankDetails account={account} />
        </>
      ) : (
        <>
          <Text size="sm" mb="xs">
            {t('pay.noAccount')}
          </Text>
          <NoAccountWay />
        </>
      )}
    </PageCard>
  )
}
