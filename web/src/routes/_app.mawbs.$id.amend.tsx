import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { AmendForm } from '@/features/waybills/form/AmendForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/$id/amend')({
  loader: () => loadTexts('waybills', 'codes'),
  component: Amend,
})

function Amend() {
  const { id } = Route.useParams()
  return (
    <Permitted to="mawb.amend">
      <AmendForm key={id} id={id} />
    </Permitted>
  )
}
