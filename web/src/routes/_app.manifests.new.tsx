import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ManifestForm } from '@/features/manifests/ManifestForm'
import { loadTexts } from '@/i18n'
import { recordId } from '@/ui/table/list-spec'

/** From the page of a waybill, the manifest is for that waybill. */
export const Route = createFileRoute('/_app/manifests/new')({
  validateSearch: (raw: { mawb_id?: unknown }): { mawb_id?: string } => {
    const id = recordId(raw.mawb_id)
    return id ? { mawb_id: id } : {}
  },
  loader: () => loadTexts('manifests', 'codes'),
  component: Create,
})

function Create() {
  const { mawb_id } = Route.useSearch()
  return (
    <Permitted to="manifest.create">
      <ManifestForm key={mawb_id} waybillId={mawb_id} />
    </Permitted>
  )
}
