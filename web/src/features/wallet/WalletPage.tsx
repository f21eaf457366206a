import { useTranslation } from 'react-i18next'
import { WalletButtons } from '@/shared/wallet/WalletButtons'
import { useWallet, WalletView } from '@/shared/wallet/WalletView'
import { ResourcePage } from '@/ui/ResourcePage'

/** The wallet of the client that the user works for. */
export function WalletPage({ clientId }: { clientId: string }) {
  const { t } = useTranslation('wallet')
  const shown = useWallet(clientId)
  const { wallet } = shown
  return (
    <ResourcePage title={t('title')} text={t('text')} action={wallet && <WalletButtons wallet={wallet} />}>
      <WalletView {...shown} />
    </ResourcePage>
  )
}
