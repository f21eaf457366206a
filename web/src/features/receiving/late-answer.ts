import type { TFunction } from 'i18next'
import type { InboundParcel, ScannedParcel } from '@/api/schema'

/** It came with nothing but a suite, and was given a code that starts with it. */
export const hasNoCode = ({ announced_at, suite_code, external_code }: InboundParcel) =>
  announced_at === null && suite_code !== null && external_code.startsWith(`${suite_code.toUpperCase()}-`)

/** Why a parcel whose answer comes late has to be taken in hand once more before anything is measured. */
export function lateRefusal(
  { outcome, message }: ScannedParcel,
  isMeasured: boolean,
  t: TFunction<'receiving'>,
) {
  if (outcome === 'received') return undefined
  if (outcome === 'known') return t(isMeasured ? 'unsent.known' : 'unsent.knownAgain')
  return message ?? t('unknownText')
}

/** The words that its table would have shown: whoever scanned the parcel has gone on without them. */
export function lateNotes({ shipment, inbound_parcel: inbound }: ScannedParcel, t: TFunction<'receiving'>) {
  return [
    shipment?.on_hold && t('onHold'),
    shipment?.unconfirmed && t('unconfirmed'),
    inbound && hasNoCode(inbound) && t('writeCode', { code: inbound.external_code }),
  ].filter((note) => typeof note === 'string')
}
