import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { WalletEffect } from '@/api/schema'
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
            {wallet.client_name}: <Money amount={wallet.balance_before} currency={wallet.currency} />
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
