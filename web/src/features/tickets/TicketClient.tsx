import { Anchor, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useWalletShow } from '@/api/generated/endpoints/finance/finance'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { RelatedShipments } from '@/shared/related/Related'
import { AppLink } from '@/ui/AppLink'
import { Money } from '@/ui/Money'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import classes from './Tickets.module.css'

const RelatedTickets = lazy(() => onceOnline(() => import('@/shared/related/RelatedTickets')))

type TicketClientProps = { id: string; name: string }

/** The client who asks: its money, its last shipments and its open tickets, as far as the reader may see them. */
export function TicketClient({ id, name }: TicketClientProps) {
  const { t } = useTranslation('tickets')
  const { can, menu } = useProfile()
  return (
    <aside className={classes.side} aria-label={t('clientOf', { name })}>
      <PageCard title={name}>
        {can['wallet.show'] && <Balance id={id} />}
        {menu.clients && can['client.show'] && (
          <Anchor component={AppLink} to={paths['clients.edit']({ id })} size="sm">
            {t('toClient')}
          </Anchor>
        )}
      </PageCard>
      <RelatedShipments of={{ client_id: id }}>
        <Suspense>
          <RelatedTickets of={{ client_id: id }} open />
        </Suspense>
      </RelatedShipments>
    </aside>
  )
}

function Balance({ id }: { id: string }) {
  const { t } = useTranslation('tickets')
  const balances = useWalletShow(id).data?.data.balances
  return (
    <Text size="sm" mb="xs">
      {t('balance')}
      {': '}
      {balances?.length === 0 && t('noMoney')}
      {balances?.map(({ currency, balance }) => (
        <b key={currency} className={classes.amount}>
          <Money amount={balance} currency={currency} />
        </b>
      ))}
    </Text>
  )
}
