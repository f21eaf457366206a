import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Wallet } from '@/api/schema'
import { LoadFailure } from '@/ui/LoadFailure'
import { Balances } from './Balances'
import { Deposits } from './Deposits'
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
  if (!wallet && result.error) return <LoadFailure title={t('failed')} result={result} />
  if (!wallet) return <Skeleton h="60vh" radius="md" />
  return (
    <div className={classes.page}>
      <Balances wallet={wallet} />
      <Deposits wallet={wallet} />
      <Statement wallet={wallet} />
    </div>
  )
}
