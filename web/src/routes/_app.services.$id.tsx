import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { ServiceForm } from '@/features/services/ServiceForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/services/$id')({
  loader: () => loadTexts('services', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <OnMenu entry="services" right="service.list">
      <ServiceForm key={id} id={id} />
    </OnMenu>
  )
}
