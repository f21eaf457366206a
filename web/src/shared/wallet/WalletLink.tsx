import { Anchor } from '@mantine/core'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { walletPath } from './wallet-path'

type WalletLinkProps = { id: string; name: string }

/** The name of a client, which leads to its wallet for those who may see it. */
export function WalletLink({ id, name }: WalletLinkProps) {
  const { menu, can } = useProfile()
  if (!can['wallet.show']) return name
  return (
    <Anchor component={AppLink} to={walletPath(menu, id)} size="sm">
      {name}
    </Anchor>
  )
}
