import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { BagForm } from '@/features/bags/BagForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/bags/$id/edit')({
  loader: () => loadTexts('bags', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="bag.update">
      <BagForm key={id} id={id} />
    </Permitted>
  )
}
