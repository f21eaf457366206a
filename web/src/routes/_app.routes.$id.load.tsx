import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { LoadPage } from '@/features/routes/LoadPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/routes/$id/load')({
  loader: () => loadTexts('routes', 'scan', 'codes'),
  component: Load,
})

function Load() {
  const { id } = Route.useParams()
  return (
    <Permitted to="route.load">
      <LoadPage key={id} id={id} />
    </Permitted>
  )
}
