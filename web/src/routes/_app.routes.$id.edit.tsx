import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { RouteForm } from '@/features/routes/RouteForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/routes/$id/edit')({
  loader: () => loadTexts('routes', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="route.update">
      <RouteForm key={id} id={id} />
    </Permitted>
  )
}
