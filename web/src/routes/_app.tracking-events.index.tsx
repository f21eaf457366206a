import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { OnMenu } from '@/blocks/OnMenu'
import { trackingEventList } from '@/features/tracking-events/list'
import { TrackingEventsPage } from '@/features/tracking-events/TrackingEventsPage'
import { loadTexts } from '@/i18n'

export const Route = createFileRoute('/_app/tracking-events/')({
  validateSearch: trackingEventList.validate,
  search: { middlewares: [stripSearchParams(trackingEventList.defaults)] },
  loader: () => loadTexts('tracking-events', 'codes'),
  component: List,
})

function List() {
  return (
    <OnMenu entry="tracking_events" right="tracking_event.list">
      <TrackingEventsPage />
    </OnMenu>
  )
}
