import { getRouteApi } from '@tanstack/react-router'
import { paths } from '@/app/paths'
import { useProfile } from '@/app/session'
import type { Task } from '@/features/tracking/search'
import { TrackingPage } from '@/features/tracking/TrackingPage'
import { useContact, useTrackedCodes } from './-tracking.address'

const route = getRouteApi('/tracking')

export function TrackingDesk() {
  const { can } = useProfile()
  const { task } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <TrackingPage
      {...useTrackedCodes()}
      task={task}
      onTask={(next: Task) =>
        void navigate({ to: '/tracking', search: (now) => ({ ...now, task: next }), resetScroll: false })
      }
      contact={useContact()}
      canRecord={can.record_event}
      shipmentTo={(id) => paths['shipments.show']({ id })}
    />
  )
}
