import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { WaybillPage } from '@/features/waybills/WaybillPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/$id/')({
  loader: () => loadTexts('waybills', 'break-bags', 'scan', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="mawb.show">
      <WaybillPage key={id} id={id} />
    </Permitted>
  )
}
