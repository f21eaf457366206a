import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { RoutePage } from '@/features/routes/RoutePage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/routes/$id/')({
  loader: () => loadTexts('routes', 'deliveries', 'pickups', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="route.show">
      <RoutePage key={id} id={id} />
    </Permitted>
  )
}
