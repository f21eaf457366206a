import { useSite } from '@/context/site'
import { PublicTrackingPage } from '@/features/tracking/visitor/PublicTrackingPage'
import { useContact, useTrackedCodes } from './-tracking.address'

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
