import { useTranslation } from 'react-i18next'
import {
  type AttemptReason,
  attemptReasonValues,
  type PickupFailReason,
  pickupFailReasonValues,
} from '@/api/schema'

const DELIVERY_FAILED = 'DELIVERY_FAILED'
const PICKUP_FAILED = 'PICKUP_FAILED'

/** Why something happened, in words: a driver chooses a reason from a list, everybody else writes one. */
export function EventReason({ code, reason }: { code: string; reason: string }) {
  if (code === DELIVERY_FAILED && isOneOf(attemptReasonValues, reason))
    return <DeliveryReason reason={reason} />
  if (code === PICKUP_FAILED && isOneOf(pickupFailReasonValues, reason))
    return <PickupReason reason={reason} />
  return <>{reason}</>
}

const isOneOf = <T extends string>(values: readonly T[], text: string): text is T =>
  (values as readonly string[]).includes(text)

/** Few histories need these texts: the page does not wait for them. */
function DeliveryReason({ reason }: { reason: AttemptReason }) {
  const { t, ready } = useTranslation('deliveries', { useSuspense: false })
  return <>{ready && t(`reason.${reason}`)}</>
}

function PickupReason({ reason }: { reason: PickupFailReason }) {
  const { t, ready } = useTranslation('pickups', { useSuspense: false })
  return <>{ready && t(`reason.${reason}`)}</>
}
