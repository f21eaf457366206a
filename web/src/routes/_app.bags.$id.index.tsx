import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { BagPage } from '@/features/bags/BagPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/bags/$id/')({
  loader: () => loadTexts('bags', 'scan', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="bag.show">
      <BagPage key={id} id={id} />
    </Permitted>
  )
}
