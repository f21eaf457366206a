import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { RepackPage } from '@/features/repacks/RepackPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/repacks/$id')({
  loader: () => loadTexts('repacks', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="repack.show">
      <RepackPage key={id} id={id} />
    </Permitted>
  )
}
