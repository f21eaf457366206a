import { createFileRoute } from '@tanstack/react-router'
import { TrackingEventForm } from '@/features/tracking-events/TrackingEventForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/tracking-events/$id')({
  loader: () => loadTexts('tracking-events', 'codes'),
  component: Edit,
})

function Edit() {
  const { id } = Route.useParams()
  return <TrackingEventForm key={id} id={id} />
}
