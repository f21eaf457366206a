import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { MasterForm } from '@/features/masters/MasterForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/masters/$id/edit')({
  loader: () => loadTexts('masters', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="master.update">
      <MasterForm key={id} id={id} />
    </Permitted>
  )
}
