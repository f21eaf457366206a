import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWalletShow } from '@/api/generated/endpoints/finance/finance'
import { LoadFailure } from '@/ui/LoadFailure'
import { Balances } from './Balances'
import { Deposits, useLastDeposits } from './Deposits'
import { Statement } from './Statement'
import classes from './Wallet.module.css'

/** The wallet of a client and its last deposits, once both are there: what comes later moves the rest. */
export function useWallet(clientId: string) {
  const result = useWalletShow(clientId)
  const { deposits, isLoading } = useLastDeposits(clientId)
  return { result, deposits, wallet: isLoading ? undefined : result.data?.data }
}

/** The wallet of a client: balances, the last deposits, and the statement. */
export function WalletView({ result, wallet, deposits }: ReturnType<typeof useWallet>) {
  const { t } = useTranslation('wallet')
  if (!result.data && result.error) return <LoadFailure title={t('failed')} result={result} />
  if (!wallet) return <Skeleton h="90vh" radius="md" />
  return (
    <div className={classes.page}>
      <Balances wallet={wallet} />
      <Deposits wallet={wallet} deposits={deposits} />
      <Statement wallet={wallet} />
    </div>
  )
}
