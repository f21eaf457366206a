import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { WaybillForm } from '@/features/waybills/form/WaybillForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/$id/edit')({
  loader: () => loadTexts('waybills', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return (
    <Permitted to="mawb.update">
      <WaybillForm key={id} id={id} />
    </Permitted>
  )
}
