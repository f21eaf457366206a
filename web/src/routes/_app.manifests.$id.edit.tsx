import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ManifestForm } from '@/features/manifests/ManifestForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/manifests/$id/edit')({
  loader: () => loadTexts('manifests', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="manifest.update">
      <ManifestForm key={id} id={id} />
    </Permitted>
  )
}
