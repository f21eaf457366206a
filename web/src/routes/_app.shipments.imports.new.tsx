import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { NewImportPage } from '@/features/imports/NewImportPage'
import { loadTexts } from '@/i18n'
import { words } from '@/ui/table/list-spec'

export const Route = createFileRoute('/_app/shipments/imports/new')({
  validateSearch: (raw: { client?: unknown }) => ({ client: words(raw.client) }),
  loader: () => loadTexts('imports'),
  component: Create,
})

function Create() {
  const { client } = Route.useSearch()
  return (
    <Permitted to="shipment_import.create">
      <NewImportPage kind="shipments" client={client} />
    </Permitted>
  )
}
