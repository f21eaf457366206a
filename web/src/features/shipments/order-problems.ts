import type { TFunction } from 'i18next'
import { codeText } from '@/api/errors'
import type { OrderProblem } from '@/api/schema'

const OF_ITEM = /^items\.(\d+)\.(\w+)$/
const OF_SIDE = /^(from|to)_(\w+)$/

/** A field of a shipment in words: 'Phone of the recipient', 'HS code of item 1'. */
export function orderFieldText(t: TFunction<'shipments'>, field: string): string {
  const [, number, ofItem] = OF_ITEM.exec(field) ?? []
  if (ofItem) {
    const name = t(`order.item.${ofItem}`, { defaultValue: ofItem })
    return t('order.of.item', { number: Number(number) + 1, field: name })
  }
  const [, side, ofSide] = OF_SIDE.exec(field) ?? []
  const name = t(`order.field.${ofSide ?? field}`, { defaultValue: ofSide ?? field })
  return side ? t(`order.of.${side as 'from' | 'to'}`, { field: name }) : name
}

/** The fate of a value of an order in words, and why. */
export function orderProblemText(t: TFunction<'shipments'>, { field, kind, code, sent, used }: OrderProblem) {
  const words = { field: orderFieldText(t, field), sent: sent ?? '', used: used ?? '' }
  if (kind === 'guessed') return used ? t('order.guessedAs', words) : t('order.guessed', words)
  if (kind === 'shortened') return t('order.shortened', words)
  const said = sent ? t('order.leftOutSent', words) : t('order.leftOut', words)
  const reason = codeText(code, {}, '')
  return reason ? `${said}. ${reason}` : said
}
