import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ServiceGroupForm } from '@/features/service-groups/ServiceGroupForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/service-groups/new')({
  loader: () => loadTexts('service-groups', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="service_group.create">
      <ServiceGroupForm />
    </Permitted>
  )
}
