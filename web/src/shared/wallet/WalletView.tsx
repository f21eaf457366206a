import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Wallet } from '@/api/schema'
import { LoadFailure } from '@/ui/LoadFailure'
import { Balances } from './Balances'
import { Deposits, useLastDeposits } from './Deposits'
import { Statement } from './Statement'
import classes from './Wallet.module.css'

type WalletResult = {
  data: { data: Wallet } | undefined
  error: unknown
  isFetching: boolean
  refetch(): unknown
}

/** The wallet of a client: balances, the last deposits, and the statement. */
export function WalletView({ result }: { result: WalletResult }) {
  const { t } = useTranslation('wallet')
  const wallet = result.data?.data
  const { deposits, isLoading } = useLastDeposits(wallet?.client_id)
  if (!wallet && result.error) return <LoadFailure title={t('failed')} result={result} />
  // Deposits that come later would move the statement.
  if (!wallet || isLoading) return <Skeleton h="90vh" radius="md" />
  return (
    <div className={classes.page}>
      <Balances wallet={wallet} />
      <Deposits wallet={wallet} deposits={deposits} />
      <Statement wallet={wallet} />
    </div>
  )
}
