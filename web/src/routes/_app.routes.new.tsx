import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { RouteForm } from '@/features/routes/RouteForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/routes/new')({
  loader: () => loadTexts('routes', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="route.create" entry="routes">
      <RouteForm />
    </Permitted>
  )
}
