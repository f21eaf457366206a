import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { DraftForm } from '@/features/invoices/draft/DraftForm'
import { loadTexts } from '@/i18n'
import { type OfClient, ofClient } from '@/shared/choices/of-client'

/** From the page of a client, the draft is for that client. */
export const Route = createFileRoute('/_app/invoices/new')({
  validateSearch: (raw: { client_id?: unknown }): OfClient => ofClient(raw),
  loader: () => loadTexts('invoice-new', 'invoices', 'codes'),
  component: Create,
})

function Create() {
  const { client_id } = Route.useSearch()
  return (
    <Permitted to="invoice.create">
      <DraftForm key={client_id} client={client_id} />
    </Permitted>
  )
}
