import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ManifestPage } from '@/features/manifests/ManifestPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/manifests/$id/')({
  loader: () => loadTexts('manifests', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="manifest.show">
      <ManifestPage key={id} id={id} />
    </Permitted>
  )
}
