import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Deposit } from '@/api/schema'
import { useProfile } from '@/context/session'
import { WalletLink } from '@/shared/wallet/WalletLink'
import { Fact, Facts } from '@/ui/Facts'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import { Moment } from '@/ui/time/Moment'
import classes from './Deposits.module.css'
import { depositLook } from './status'

/** How much, in what state, and what is known about the payment. */
export function DepositFacts({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('deposits')
  const format = useFormat()
  const { is_outside } = useProfile()
  const { status, amount, currency, client_id, client_name } = deposit
  return (
    <>
      <p className={classes.lead}>
        <Money amount={amount} currency={currency} />
      </p>
      <StatusBadge status={depositLook(status, t)} />
      {is_outside && (
        <Text size="sm" mt="xs">
          {t(`next.${status}`)}
        </Text>
      )}
      <Facts className={classes.facts}>
        <Fact label={t('field.reason')}>{deposit.reason}</Fact>
        {!is_outside && (
          <Fact label={t('field.client')}>
            <WalletLink id={client_id} name={client_name} />
          </Fact>
        )}
        <Fact label={t('field.reference')}>
          {deposit.reference}
          {!is_outside && deposit.reference_given && (
            <Text size="xs" c="dimmed">
              {t('referenceGiven')}
            </Text>
          )}
        </Fact>
        <Fact label={t('field.method')}>{t(`method.${deposit.method}`)}</Fact>
        <Fact label={t('field.account')}>{deposit.bank_label}</Fact>
        <Fact label={t('field.paid_on')}>{format.day(deposit.paid_on)}</Fact>
        <Fact label={t('field.note')}>{deposit.note}</Fact>
        <Fact label={t('field.created_at')}>
          <Moment at={deposit.created_at} />
        </Fact>
        <Fact label={t('field.created_by')}>{deposit.created_by_name}</Fact>
        <Fact label={t('field.decided_at')}>{deposit.decided_at && <Moment at={deposit.decided_at} />}</Fact>
        <Fact label={t('field.decided_by')}>{!is_outside && deposit.decided_by_name}</Fact>
      </Facts>
    </>
  )
}
