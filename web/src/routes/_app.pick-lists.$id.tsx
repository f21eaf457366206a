import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { PickListPage } from '@/features/pick-lists/PickListPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/pick-lists/$id')({
  loader: () => loadTexts('pick-lists', 'scan', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="pick_list.show">
      <PickListPage key={id} id={id} />
    </Permitted>
  )
}
