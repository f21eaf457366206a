import { createFileRoute, Navigate, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { useProfile } from '@/context/session'
import { WalletPage } from '@/features/wallet/WalletPage'
import { loadTexts } from '@/i18n'
import { walletList } from '@/shared/wallet/list'

export const Route = createFileRoute('/_app/wallet')({
  validateSearch: walletList.validate,
  search: { middlewares: [stripSearchParams(walletList.defaults)] },
  loader: () => loadTexts('wallet', 'bank-details', 'codes'),
  component: Show,
})

function Show() {
  const { client_id } = useProfile()
  // Staff choose a client first.
  if (!client_id) return <Navigate to="/wallets" replace />
  return (
    <OnMenu entry="wallets" right="wallet.list">
      <WalletPage clientId={client_id} />
    </OnMenu>
  )
}
