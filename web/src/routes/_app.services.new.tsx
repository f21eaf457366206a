import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { Permitted } from '@/blocks/Permitted'
import { ServiceForm } from '@/features/services/ServiceForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/services/new')({
  loader: () => loadTexts('services', 'codes'),
  component: Create,
})

function Create() {
  return (
    <OnMenu entry="services" right="service.list">
      <Permitted to="service.create">
        <ServiceForm />
      </Permitted>
    </OnMenu>
  )
}
