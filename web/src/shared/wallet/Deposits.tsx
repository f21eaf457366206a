import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDepositList } from '@/api/generated/endpoints/finance/finance'
import { type Deposit, DepositStatus, type Wallet } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { Money } from '@/ui/Money'
import { StatusBadge } from '@/ui/StatusBadge'
import { DEPOSIT_LOOKS } from './deposit-looks'
import classes from './Wallet.module.css'

/** As many as the wallet shows; the list of deposits has all. */
const FEW = 3

/** The last deposits of a client. */
export function useLastDeposits(client_id: string, isAsked = true) {
  const { can } = useProfile()
  const { data, isLoading } = useDepositList(
    { client_id, per_page: 10, sort: '-created_at' },
    { query: { enabled: isAsked && can['deposit.list'] === true } },
  )
  return { deposits: (data?.data ?? []).slice(0, FEW), isLoading }
}

/** The last deposits with their states. */
export function Deposits({ wallet: { client_id }, deposits }: { wallet: Wallet; deposits: Deposit[] }) {
  const { t } = useTranslation('wallet')
  const { is_outside } = useProfile()
  if (deposits.length === 0) return null
  return (
    <section aria-label={is_outside ? t('deposits.title') : t('deposits.titleStaff')}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{is_outside ? t('deposits.title') : t('deposits.titleStaff')}</h2>
        <Anchor
          component={AppLink}
          to={`${paths['deposits.index']()}?status=all${is_outside ? '' : `&client_id=${client_id}`}`}
          size="sm"
        >
          {t('deposits.all')}
        </Anchor>
      </div>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ul role="list" className={classes.deposits}>
        {deposits.map((deposit) => (
          <Line key={deposit.id} deposit={deposit} />
        ))}
      </ul>
    </section>
  )
}

function Line({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation('wallet')
  const { is_outside } = useProfile()
  const format = useFormat()
  const { id, amount, currency, reference, paid_on, status, reason } = deposit
  return (
    <li className={classes.deposit}>
      <b>
        <Money amount={amount} currency={currency} />
      </b>
      <Anchor component={AppLink} to={paths['deposits.show']({ id })} size="sm">
        {reference}
      </Anchor>
      <span>{format.day(paid_on)}</span>
      <span className={classes.state}>
        <StatusBadge status={{ ...DEPOSIT_LOOKS[status], label: t(`deposits.status.${status}`) }} />
      </span>
      {status === DepositStatus.Refused && reason && <span className={classes.reason}>{reason}</span>}
      {status === DepositStatus.Waiting && is_outside && (
        <Text size="sm" c="dimmed" className={classes.reason}>
          {t('deposits.waitingText')}
        </Text>
      )}
    </li>
  )
}
