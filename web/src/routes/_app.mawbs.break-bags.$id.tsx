import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { BreakBagPage } from '@/features/break-bags/BreakBagPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/mawbs/break-bags/$id')({
  loader: () => loadTexts('break-bags', 'scan', 'codes'),
  component: Show,
})

function Show() {
  const { id } = Route.useParams()
  return (
    <Permitted to="break_bag.show">
      <BreakBagPage key={id} id={id} />
    </Permitted>
  )
}
