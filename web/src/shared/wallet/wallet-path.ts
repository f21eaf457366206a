import type { ProfileMenu } from '@/api/schema'
import { paths } from '@/context/paths'

/** Where staff see the wallet of a client: in a tab of its page, or alone where the company has no pages of clients. */
export const walletPath = ({ clients }: Pick<ProfileMenu, 'clients'>, clientId: string) =>
  clients ? `${paths['clients.edit']({ id: clientId })}?tab=wallet` : paths['wallets.show']({ id: clientId })
