import { getRouteApi, useLocation } from '@tanstack/react-router'
import { Refused } from '@/blocks/ErrorPage'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import type { Task } from '@/features/tracking/search'
import { TrackingPage } from '@/features/tracking/TrackingPage'
import { useContact, useTrackedCodes } from './-tracking.address'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Codes that another page lays on the desk; too many for an address. */
    laid?: string[]
  }
}

const route = getRouteApi('/tracking/{-$code}')

export function TrackingDesk() {
  const { can } = useProfile()
  const { task } = route.useSearch()
  const navigate = route.useNavigate()
  const laid = useLocation({ select: ({ state }) => state.laid })
  const contact = useContact()
  const tracked = useTrackedCodes()
  if (task === 'record' && !can['shipment.record_event']) return <Refused />
  return (
    <TrackingPage
      laid={laid}
      // Once only: Back and reload would lay them there again.
      onTaken={() =>
        void navigate({ to: '/tracking/{-$code}', params: true, search: true, state: {}, replace: true })
      }
      {...tracked}
      task={task}
      onTask={(next: Task) =>
        void navigate({
          to: '/tracking/{-$code}',
          params: true,
          search: (now) => ({ ...now, task: next }),
          resetScroll: false,
        })
      }
      contact={contact}
      canRecord={can['shipment.record_event'] === true}
      shipmentTo={(id) => paths['shipments.show']({ id })}
    />
  )
}
