import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { ClientForm } from '@/features/clients/ClientForm'
import { loadTexts } from '@/i18n'
import { type PartyTab, partySearch } from '@/shared/party/records/tabs'
import { walletList } from '@/shared/wallet/list'

export const Route = createFileRoute('/_app/clients/$id')({
  // The tab, and the part of the statement in the tab of the wallet.
  validateSearch: (raw: Parameters<typeof walletList.validate>[0] & { tab?: PartyTab }) => ({
    ...walletList.validate(raw),
    ...partySearch(raw),
  }),
  search: { middlewares: [stripSearchParams(walletList.defaults)] },
  loader: () => loadTexts('clients', 'party', 'codes', 'shipment-status'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <ClientForm key={id} id={id} />
}
