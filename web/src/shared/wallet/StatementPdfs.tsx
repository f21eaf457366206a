import { Button, Menu } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Wallet } from '@/api/schema'
import { useFormat } from '@/ui/format'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { monthsUntil } from './months'

/** A year back; the list has every other period. */
const MONTHS = 12

/** The statement of a month on paper, with the balance before and after it; for a wallet of several currencies each. */
export function StatementPdfs({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const months = monthsUntil(format.today(), MONTHS)
  const isNamed = wallet.balances.length > 1
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
        >
          {t('statement.pdf')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="24rem" style={{ overflowY: 'auto' }}>
        {wallet.balances.map(({ currency }) => (
          <div key={currency}>
            {isNamed && <Menu.Label>{currency}</Menu.Label>}
            {months.map((month) => (
              <Menu.Item
                key={month}
                component="a"
                href={`/api/clients/${wallet.client_id}/wallet/statement?month=${month}&currency=${currency}`}
                target="_blank"
                rel="noopener"
              >
                {format.month(month)}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
