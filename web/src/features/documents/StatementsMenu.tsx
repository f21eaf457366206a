import { Button, Menu } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { monthsUntil } from '@/shared/wallet/months'
import { AppLink } from '@/ui/AppLink'
import { useFormat } from '@/ui/format'
import { statementOf } from './statements'

/** A year back; the wallet has every other period. */
const MONTHS = 12

/** The statement of each month, which the wallet shows and saves as a file. */
export function StatementsMenu() {
  const { t } = useTranslation('documents')
  const format = useFormat()
  const { can, client_id } = useProfile()
  if (client_id === null || can['wallet.show'] !== true) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconReceipt size={16} aria-hidden />}>
          {t('statements')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {monthsUntil(format.today(), MONTHS).map((month) => (
          <Menu.Item key={month} component={AppLink} to={statementOf(month)}>
            {format.month(month)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
