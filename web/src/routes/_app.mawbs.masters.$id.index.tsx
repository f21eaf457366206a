import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { MasterPage } from '@/features/masters/MasterPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/masters/$id/')({
  loader: () => loadTexts('masters', 'waybills', 'break-bags', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="master.show">
      <MasterPage key={id} id={id} />
    </Permitted>
  )
}
