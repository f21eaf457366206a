import { useTranslation } from 'react-i18next'
import { useWalletShow } from '@/api/generated/endpoints/finance/finance'
import { WalletButtons } from '@/shared/wallet/WalletButtons'
import { WalletView } from '@/shared/wallet/WalletView'
import { ResourcePage } from '@/ui/ResourcePage'

/** The wallet of the client that the user works for. */
export function WalletPage({ clientId }: { clientId: string }) {
  const { t } = useTranslation('wallet')
  const result = useWalletShow(clientId)
  const wallet = result.data?.data
  return (
    <ResourcePage title={t('title')} text={t('text')} action={wallet && <WalletButtons wallet={wallet} />}>
      <WalletView result={result} />
    </ResourcePage>
  )
}
