import { Anchor, Skeleton, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useInvoiceList, useWalletShow } from '@/api/generated/endpoints/finance/finance'
import type { InvoiceSum, WalletBalance } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { Money } from '@/ui/Money'
import classes from './OwnMoney.module.css'

/** Money that the client may spend, and money that it owes: each leads to its page. */
export function OwnMoney() {
  const { client_id, menu } = useProfile()
  const isAsked = client_id !== null
  const wallet = useWalletShow(client_id ?? '', {
    query: { enabled: isAsked && menu.wallets === true },
    request: { quiet: true },
  })
  const invoices = useInvoiceList(
    { tab: 'open', per_page: 10 },
    { query: { enabled: isAsked && menu.invoices === true }, request: { quiet: true } },
  )
  // Together: one that came later would move the other.
  if (wallet.isLoading || invoices.isLoading) return <Skeleton className={classes.waiting} radius="lg" />
  const balances = wallet.data?.data.balances ?? []
  const { sums = [], totals } = invoices.data?.meta ?? {}
  if (balances.length === 0 && sums.length === 0) return null
  return (
    <div className={classes.cards}>
      {balances.length > 0 && <Balances balances={balances} />}
      {totals && <ToPay sums={sums} count={totals.open} overdue={totals.overdue} />}
    </div>
  )
}

function Balances({ balances }: { balances: WalletBalance[] }) {
  const { t } = useTranslation('portal')
  return (
    <section className={classes.card} aria-label={t('money.wallet')}>
      <Anchor component={AppLink} to={paths.wallet()} size="sm">
        {t('money.wallet')}
      </Anchor>
      {balances.map(({ currency, available }) => (
        <Text key={currency} size="sm">
          <b>
            <Money amount={available} currency={currency} />
          </b>{' '}
          {t('money.available')}
        </Text>
      ))}
    </section>
  )
}

function ToPay({ sums, count, overdue }: { sums: InvoiceSum[]; count: number; overdue: number }) {
  const { t } = useTranslation('portal')
  return (
    <section className={classes.card} aria-label={t('money.invoices')}>
      <Anchor
        component={AppLink}
        to={count > 0 ? `${paths['invoices.index']()}?tab=open` : paths['invoices.index']()}
        size="sm"
      >
        {t('money.invoices')}
      </Anchor>
      {count === 0 && <Text size="sm">{t('money.nothing')}</Text>}
      {sums.map(({ currency, open }) => (
        <Text key={currency} size="sm">
          <b>
            <Money amount={open} currency={currency} />
          </b>{' '}
          {t('money.toPay')}
        </Text>
      ))}
      {overdue > 0 && (
        <Text size="sm" className={classes.overdue}>
          <IconAlertTriangle size={16} aria-hidden /> {t('money.overdue', { count: overdue })}
        </Text>
      )}
    </section>
  )
}
