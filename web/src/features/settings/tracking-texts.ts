import type { TrackingEmailPlaceholder, TrackingEmailText } from '@/api/schema'

export type TextValues = { subject: string; body: string; version: string }

export const placeholderOf = (name: TrackingEmailPlaceholder) => `{${name}}`

export const isOwn = ({ subject, body }: Pick<TrackingEmailText, 'subject' | 'body'>) =>
  subject !== null || body !== null

/** The form shows what is sent: the company's text, or the default to begin with. */
export const valuesOf = (text: TrackingEmailText): TextValues => ({
  subject: text.subject ?? text.default_subject,
  body: text.body ?? text.default_body,
  version: text.revision,
})

/** The default is not stored: it follows the product. */
export const inputOf = ({ subject, body }: TextValues, text: TrackingEmailText) => ({
  subject: ownText(subject, text.default_subject),
  body: ownText(body, text.default_body),
})

const ownText = (typed: string, usual: string) => {
  const text = typed.trim()
  return text === '' || text === usual ? null : text
}

/** The texts of each event, in the order of the list. */
export function byEvent(texts: TrackingEmailText[]) {
  const events = new Map<string, TrackingEmailText[]>()
  for (const text of texts) events.set(text.event_code, [...(events.get(text.event_code) ?? []), text])
  return [...events.values()]
}
