import { createFileRoute } from '@tanstack/react-router'
import { Permitted } from '@/blocks/Permitted'
import { TrackingEventForm } from '@/features/tracking-events/TrackingEventForm'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/tracking-events/new')({
  loader: () => loadTexts('tracking-events', 'codes'),
  component: Create,
})

function Create() {
  return (
    <Permitted to="tracking_event.create">
      <TrackingEventForm />
    </Permitted>
  )
}
