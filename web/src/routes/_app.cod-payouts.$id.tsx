import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { CodPayoutPage } from '@/features/cod-payouts/CodPayoutPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/cod-payouts/$id')({
  loader: () => loadTexts('cod-payouts', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="cod_payout.show">
      <CodPayoutPage key={id} id={id} />
    </Permitted>
  )
}
