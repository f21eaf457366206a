import type { TFunction } from 'i18next'
import { codeText } from '@/api/errors'
import type { Notification } from '@/api/schema'
import type { Format } from '@/ui/format'

type Params = Record<string, unknown>

export type NotificationTexts = { title: string | undefined; lines: string[] }

/** Numbers, amounts and days as the account writes them, besides `count`, which chooses the plural. */
function readable(params: Params, format: Format): Params {
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? format.number(value) : value,
  ])
  const count = typeof params.done === 'number' ? params.done : 0
  const { amount, currency, day } = params
  return {
    ...Object.fromEntries(texts),
    ...(typeof amount === 'string' &&
      typeof currency === 'string' && { amount: format.money(amount, currency) }),
    ...(typeof day === 'string' && { day: format.day(day) }),
    count,
    number: params.number ?? format.number(count),
  }
}

/** The words of a notification. A line without a text in this language is left out. */
export function notificationTexts(
  { data }: Notification,
  t: TFunction<'notifications'>,
  format: Format,
  kind: (kind: string) => string,
): NotificationTexts {
  const params = (data.params ?? {}) as Params
  const values = {
    room: t('administrators'),
    ...readable(params, format),
    process: kind(String(params.kind ?? '')),
    // Documents are printed as labels are, and are called by their name.
    ...(params.about === 'documents' && { context: 'documents' }),
  }
  const text = (key: string, extra: Params = {}) => {
    const known = t(key as never, { ...values, ...extra, defaultValue: '' } as never) as unknown as string
    return known || undefined
  }
  const left = typeof params.left_out === 'number' && params.left_out > 0 ? params.left_out : undefined
  const reason =
    typeof params.reason === 'string' ? codeText(params.reason, params.reason_params, '') : undefined
  const lines = [
    typeof params.status === 'number' ? text(`stopped.${params.status}`) : undefined,
    text(`text.${data.code}`),
    left && text(`left.${data.code}`, { count: left, number: format.number(left) }),
    reason,
  ]
  return {
    title: text(`title.${data.code}`),
    lines: lines.filter((line) => typeof line === 'string' && line !== '') as string[],
  }
}
