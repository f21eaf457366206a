import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { DraftForm } from '@/features/invoices/draft/DraftForm'
import { loadTexts } from '@/i18n'
import { recordId } from '@/ui/table/list-spec'

type Search = { client_id?: string }

/** From the page of a client, the draft is for that client. */
export const Route = createFileRoute('/_app/invoices/new')({
  validateSearch: (raw: { client_id?: unknown }): Search => {
    const client_id = recordId(raw.client_id)
    return client_id ? { client_id } : {}
  },
  loader: () => loadTexts('invoice-new', 'codes'),
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
