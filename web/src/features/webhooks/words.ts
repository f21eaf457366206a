import type { TFunction } from 'i18next'
import type { Webhook, WebhookAttempt, WebhookEventKind, WebhookEventType } from '@/api/schema'
import type { Format } from '@/ui/format'

const ALL = '*'

/** The records that events are about. */
export type EventResource =
  | 'bag'
  | 'client'
  | 'deposit'
  | 'delivery'
  | 'document'
  | 'import'
  | 'inbound_parcel'
  | 'inventory'
  | 'invoice'
  | 'manifest'
  | 'mawb'
  | 'order'
  | 'parcel'
  | 'pickup'
  | 'purchase'
  | 'regulatory_request'
  | 'report'
  | 'review'
  | 'reweigh'
  | 'shipment'
  | 'stock'
  | 'support_ticket'
  | 'wallet'

/** An event or several in plain words: 'shipment.*' is all about shipments. */
export function patternText(t: TFunction<'webhooks'>, pattern: string) {
  if (pattern === ALL) return t('everything')
  const [resource = '', event] = pattern.split('.')
  if (event === ALL) return t(`all.${resource as EventResource}`)
  return eventText(t, pattern)
}

export const eventText = (t: TFunction<'webhooks'>, type: string) => t(`event.${type as WebhookEventType}`)

/** The choices of a webhook: everything, all of a record, and single events, by records. */
export function choicesOf(t: TFunction<'webhooks'>, kinds: WebhookEventKind[]) {
  const resources = [...new Set(kinds.map(({ resource }) => resource))]
  const groups = resources.map((resource) => ({
    group: t(`records.${resource as EventResource}`),
    items: [
      `${resource}.${ALL}`,
      ...kinds.filter((kind) => kind.resource === resource).map(({ type }) => type),
    ].map((value) => ({ value, label: patternText(t, value) })),
  }))
  return [{ value: ALL, label: patternText(t, ALL) }, ...groups]
}

/** Words for the result of an attempt. */
export function attemptText(t: TFunction<'webhooks'>, { status, failure }: WebhookAttempt) {
  const code = status ?? 0
  return failure ? t(`failure.${failure}`, { status: code }) : t('arrived', { status: code })
}

/** How many events wait. */
export function waitingText(
  t: TFunction<'webhooks'>,
  format: Pick<Format, 'number'>,
  { waiting_count }: Pick<Webhook, 'waiting_count'>,
) {
  return waiting_count > 0 ? format.number(waiting_count) : t('noneWaiting')
}

/** A header on each line: 'x-shop: 7'. A line without a colon is a name without a value, which the server refuses. */
export function readHeaders(text: string) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [name = '', ...value] = line.split(':')
    return { name: name.trim(), value: value.join(':').trim() }
  })
}
