import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ProviderForm } from '@/features/providers/ProviderForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/providers/new')({
  loader: () => loadTexts('providers', 'carrier-handovers', 'carrier-links', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="provider.create">
      <ProviderForm />
    </Permitted>
  )
}
