import { createFileRoute } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { StopPage } from '@/features/field/StopPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/field/stops/$id')({
  loader: () => loadTexts('field', 'deliveries', 'pickups', 'scan', 'codes'),
  component: Stop,
})

function Stop() {
  const { id } = Route.useParams()
  return (
    <OnMenu entry="field" right="route.record">
      <StopPage key={id} id={id} />
    </OnMenu>
  )
}
