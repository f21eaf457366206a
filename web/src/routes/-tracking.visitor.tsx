import type { QueryClient } from '@tanstack/react-query'
import { getTrackingSearchQueryKey } from '@/api/generated/endpoints/tracking/tracking'
import { useSite } from '@/context/site'
import { PublicTrackingPage } from '@/features/tracking/visitor/PublicTrackingPage'
import { useContact, useTrackedCodes } from './-tracking.address'

/** The page that the server has drawn brings its data: what is shown already is not asked for again. */
export function takeFirstView(queryClient: QueryClient) {
  const element = document.getElementById('first-view')
  if (!element) return
  const { codes, shipments } = JSON.parse(element.textContent ?? '')
  queryClient.setQueryData(getTrackingSearchQueryKey({ codes }), { data: shipments })
  // Once: what is asked for later is newer.
  element.remove()
}

export function TrackingVisitor() {
  const { domain } = useSite()
  return (
    <PublicTrackingPage
      {...useTrackedCodes()}
      contact={useContact()}
      offered={domain.flags.public_tracking !== false}
      canNotify={domain.flags.tracking_emails === true}
    />
  )
}
