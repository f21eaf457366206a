import { Button } from '@mantine/core'
import { IconAdjustments, IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Wallet } from '@/api/schema'
import { useProfile } from '@/context/session'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import { onceOnline } from '@/ui/once-online'
import type { Movement } from './MoneyDialog'

const AddFunds = lazy(() => onceOnline(() => import('./AddFunds')))
const MoneyDialog = lazy(() => onceOnline(() => import('./MoneyDialog')))

/** Actions on the wallet; adding funds leads. */
export function WalletButtons({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation('wallet')
  const { is_outside } = useProfile()
  const [asked, setAsked] = useState<Movement | 'add'>()
  const [opened, setOpened] = useState(false)
  const { can } = wallet
  const open = (what: Movement | 'add') => () => {
    setAsked(what)
    setOpened(true)
  }
  const close = () => setOpened(false)
  return (
    <>
      {can.adjust && (
        <Button
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconAdjustments size={16} aria-hidden />}
          onClick={open('adjust')}
        >
          {t('out.adjust.open')}
        </Button>
      )}
      {can.refund && (
        <Button
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={open('refund')}
        >
          {t('out.refund.open')}
        </Button>
      )}
      {can.deposit && (
        <Button
          variant={is_outside ? 'filled' : 'default'}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={open('add')}
        >
          {t('add.open')}
        </Button>
      )}
      <Suspense>
        {asked === 'add' && <AddFunds wallet={wallet} opened={opened} onClose={close} />}
        {asked && asked !== 'add' && (
          <MoneyDialog key={asked} wallet={wallet} movement={asked} opened={opened} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
