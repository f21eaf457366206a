import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { ClaimPage } from '@/features/claims/ClaimPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/claims/$id')({
  loader: () => loadTexts('claims', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="claim.show">
      <ClaimPage key={id} id={id} />
    </Permitted>
  )
}
