import { Anchor, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWalletShow } from '@/api/generated/endpoints/finance/finance'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { WalletButtons } from './WalletButtons'
import { WalletView } from './WalletView'

/** The wallet of a client, in a tab of its page. */
export default function ClientWallet({ id }: { id: string }) {
  const { t } = useTranslation('wallet')
  const { menu, can } = useProfile()
  const result = useWalletShow(id)
  const wallet = result.data?.data
  // Everything comes at once: the buttons would push the rest down.
  if (!wallet) return <WalletView result={result} />
  return (
    <>
      <Group justify="space-between" mb="md">
        <Group gap="md">
          {menu.invoices && (
            <Anchor component={AppLink} to={`${paths['invoices.index']()}?client_id=${id}`} size="sm">
              {t('invoices')}
            </Anchor>
          )}
          {can['invoice.create'] && (
            <Anchor component={AppLink} to={`${paths['invoices.create']()}?client_id=${id}`} size="sm">
              {t('newInvoice')}
            </Anchor>
          )}
        </Group>
        <Group gap="xs">
          <WalletButtons wallet={wallet} />
        </Group>
      </Group>
      <WalletView result={result} />
    </>
  )
}
