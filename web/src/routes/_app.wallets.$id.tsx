import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { WalletOfClientPage } from '@/features/wallet/WalletOfClientPage'
import { loadTexts } from '@/i18n'
import { walletList } from '@/shared/wallet/list'

export const Route = createFileRoute('/_app/wallets/$id')({
  validateSearch: walletList.validate,
  search: { middlewares: [stripSearchParams(walletList.defaults)] },
  loader: () => loadTexts('wallet', 'bank-details', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="wallet.show">
      <WalletOfClientPage clientId={id} />
    </Permitted>
  )
}
