import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { CashHandoverPage } from '@/features/cash-handovers/CashHandoverPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/cash-handovers/$id')({
  loader: () => loadTexts('cash-handovers', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="cash_handover.show">
      <CashHandoverPage key={id} id={id} />
    </Permitted>
  )
}
