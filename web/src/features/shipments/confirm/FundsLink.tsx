import { Button } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '@/api/errors'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'

/** The way to the wallet that does not hold enough. */
export function FundsLink({ error }: { error: unknown }) {
  const { t } = useTranslation('shipment-confirm')
  const { menu, is_outside } = useProfile()
  if (codeOf(error) !== 'insufficient_funds' || !menu.wallets) return null
  return (
    <Button
      component={AppLink}
      to={is_outside ? paths.wallet() : paths['wallets.index']()}
      variant="default"
      mb="md"
      leftSection={<IconWallet size={16} aria-hidden />}
    >
      {t('toWallet')}
    </Button>
  )
}
