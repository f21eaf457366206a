import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { WalletsPage } from '@/features/wallet/WalletsPage'
import { loadTexts } from '@/i18n'
import { walletsList } from '@/shared/wallet/list'

export const Route = createFileRoute('/_app/wallets/')({
  validateSearch: walletsList.validate,
  search: { middlewares: [stripSearchParams(walletsList.defaults)] },
  loader: () => loadTexts('wallet', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="wallets" right="wallet.list">
      <WalletsPage />
    </OnMenu>
  )
}
