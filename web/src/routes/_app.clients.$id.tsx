import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { type PartyTab, partySearch } from '@/app/party/records/tabs'
import { ClientForm } from '@/features/clients/ClientForm'
import { walletList } from '@/features/wallet/list'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/clients/$id')({
  // The tab, and the part of the statement in the tab of the wallet.
  validateSearch: (raw: Parameters<typeof walletList.validate>[0] & { tab?: PartyTab }) => ({
    ...walletList.validate(raw),
    ...partySearch(raw),
  }),
  search: { middlewares: [stripSearchParams(walletList.defaults)] },
  loader: () => loadTexts('clients', 'party', 'codes', 'shipments'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ClientForm key={id} id={id} />
}
