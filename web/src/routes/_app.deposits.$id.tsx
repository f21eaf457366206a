import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { DepositPage } from '@/features/deposits/DepositPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/deposits/$id')({
  loader: () => loadTexts('deposits', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="deposit.show">
      <DepositPage key={id} id={id} />
    </Permitted>
  )
}
