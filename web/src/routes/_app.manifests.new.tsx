import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ManifestForm } from '@/features/manifests/ManifestForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/manifests/new')({
  loader: () => loadTexts('manifests', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="manifest.create">
      <ManifestForm />
    </Permitted>
  )
}
