import { useTranslation } from 'react-i18next'
import { useWalletShow } from '@/api/generated/endpoints/finance/finance'
import ClientWallet from '@/shared/wallet/ClientWallet'
import { ResourcePage } from '@/ui/ResourcePage'

/** The wallet of a client for staff, where the company has no pages of clients. */
export function WalletOfClientPage({ clientId }: { clientId: string }) {
  const { t } = useTranslation('wallet')
  const { data } = useWalletShow(clientId)
  return (
    <ResourcePage title={data ? t('titleOf', { name: data.data.client_name }) : t('title')}>
      <ClientWallet id={clientId} />
    </ResourcePage>
  )
}
