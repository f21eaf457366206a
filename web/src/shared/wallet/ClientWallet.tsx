import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { WalletButtons } from './WalletButtons'
import { useWallet, WalletView } from './WalletView'

/** The wallet of a client, in a tab of its page. */
export default function ClientWallet({ id }: { id: string }) {
  return <ClientWalletParts clientId={id} shown={useWallet(id)} />
}

type ClientWalletPartsProps = { clientId: string; shown: ReturnType<typeof useWallet> }

/** The actions of staff on the wallet of a client, and the wallet. */
export function ClientWalletParts({ clientId, shown }: ClientWalletPartsProps) {
  const { t } = useTranslation('wallet')
  const { menu, can } = useProfile()
  const { wallet } = shown
  // Everything comes at once: the buttons would push the rest down.
  if (!wallet) return <WalletView {...shown} />
  return (
    <>
      <Group justify="space-between" mb="md">
        <Group gap="md">
          {menu.invoices && (
            <Anchor component={AppLink} to={`${paths['invoices.index']()}?client_id=${clientId}`} size="sm">
              {t('invoices')}
            </Anchor>
          )}
          {can['invoice.create'] && (
            <Anchor component={AppLink} to={`${paths['invoices.create']()}?client_id=${clientId}`} size="sm">
              {t('newInvoice')}
            </Anchor>
          )}
        </Group>
        <Group gap="xs">
          <WalletButtons wallet={wallet} />
        </Group>
      </Group>
      <WalletView {...shown} />
    </>
  )
}
