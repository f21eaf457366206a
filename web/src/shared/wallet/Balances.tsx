import { Text } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Wallet, WalletBalance } from '@/api/schema'
import { useProfile } from '@/context/session'
import { EmptyState } from '@/ui/EmptyState'
import { Fact, Facts } from '@/ui/Facts'
import { Money } from '@/ui/Money'
import classes from './Wallet.module.css'

/** Balance and available money of the client, for each currency. */
export function Balances({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation('wallet')
  const { is_outside } = useProfile()
  if (wallet.balances.length === 0)
    return (
      <EmptyState
        icon={IconWallet}
        title={t('noMoney')}
        text={is_outside ? t('noMoneyText') : t('noMoneyStaff')}
      />
    )
  return (
    <div className={classes.cards}>
      {wallet.balances.map((balance) => (
        <Balance key={balance.currency} balance={balance} />
      ))}
    </div>
  )
}

function Balance({ balance: one }: { balance: WalletBalance }) {
  const { t } = useTranslation('wallet')
  const { is_outside } = useProfile()
  const { currency, balance, available, credit_limit, credit_used, invoiced } = one
  const facts = [
    { label: t('credit'), amount: credit_limit },
    { label: t('creditUsed'), amount: credit_used },
    { label: t('invoiced'), amount: invoiced },
  ].filter(({ amount }) => Number(amount) > 0)
  return (
    <section className={classes.card} aria-label={`${t('balance')} ${currency}`}>
      <div className={classes.leads}>
        <Lead label={t('balance')} amount={balance} currency={currency} />
        <Lead label={t('available')} amount={available} currency={currency} />
      </div>
      {Number(balance) < 0 && (
        <Text size="sm" mb="xs">
          {is_outside ? t('owed') : t('owedStaff')}
        </Text>
      )}
      {facts.length > 0 && (
        <Facts className={classes.facts}>
          {facts.map(({ label, amount }) => (
            <Fact key={label} label={label}>
              <Money amount={amount} currency={currency} />
            </Fact>
          ))}
        </Facts>
      )}
    </section>
  )
}

type LeadProps = { label: string; amount: string; currency: string }

function Lead({ label, amount, currency }: LeadProps) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <p className={classes.lead}>
        <Money amount={amount} currency={currency} />
      </p>
    </div>
  )
}
