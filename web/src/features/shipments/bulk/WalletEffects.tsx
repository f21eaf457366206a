import { Anchor, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WalletEffect } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { walletPath } from '@/shared/wallet/wallet-path'
import { AppLink } from '@/ui/AppLink'
import { Money } from '@/ui/Money'

/** The balance of each client before and after. */
export function WalletEffects({ wallets }: { wallets: WalletEffect[] }) {
  const { t } = useTranslation(['shipments', 'shipment-bulk'])
  if (wallets.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('shipment-bulk:money.balances')}
      </Text>
      <List size="sm" listStyleType="none" aria-label={t('shipment-bulk:money.balances')}>
        {wallets.map((wallet) => (
          <List.Item key={`${wallet.client_id} ${wallet.currency}`}>
            <Owner wallet={wallet} />: <Money amount={wallet.balance_before} currency={wallet.currency} />
            {' → '}
            <Money amount={wallet.balance_after} currency={wallet.currency} />
            {wallet.available_after.startsWith('-') && (
              <Text span size="sm" c="var(--mantine-color-red-text)">
                {' '}
                {t('shipment-bulk:money.short')}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </div>
  )
}

/** Whose balance it is. One that does not suffice leads to its wallet, which is filled there. */
function Owner({ wallet: { client_id, client_name, available_after } }: { wallet: WalletEffect }) {
  const { can, is_outside, menu } = useProfile()
  if (!available_after.startsWith('-') || !can['wallet.show']) return client_name
  const to = is_outside ? paths.wallet() : walletPath(menu, client_id)
  return (
    <Anchor component={AppLink} to={to} target="_blank" size="sm">
      {client_name}
    </Anchor>
  )
}
