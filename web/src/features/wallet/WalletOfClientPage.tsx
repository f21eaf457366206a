import { useTranslation } from 'react-i18next'
import { ClientWalletParts } from '@/shared/wallet/ClientWallet'
import { useWallet } from '@/shared/wallet/WalletView'
import { ResourcePage } from '@/ui/ResourcePage'

/** The wallet of a client for staff, where the company has no pages of clients. */
export function WalletOfClientPage({ clientId }: { clientId: string }) {
  const { t } = useTranslation('wallet')
  const shown = useWallet(clientId)
  const { wallet } = shown
  // The name can take a second line: it comes with what stands below it.
  return (
    <ResourcePage title={wallet ? t('titleOf', { name: wallet.client_name }) : t('title')}>
      <ClientWalletParts shown={shown} clientId={clientId} />
    </ResourcePage>
  )
}
