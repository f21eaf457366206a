import type { TFunction } from 'i18next'
import { codeText } from '@/api/errors'
import type { OrderHostTest, OrderLayer, ShopCall } from '@/api/schema'

/** The address that is entered in the shop. */
export const addressOf = (path: string, origin = window.location.origin) => `${origin}${path}`

/** A channel of a name: small letters without accents, digits and hyphens. */
export function channelOf(name: string) {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
  return words.join('-').slice(0, 40).replace(/-$/, '')
}

/** The result of a call in words, with the reason of a refusal. */
export function callText(t: TFunction<'shops'>, { outcome, code, field, problem_count }: ShopCall) {
  const said = t(`call.${outcome}`)
  if (outcome === 'refused') {
    const reason = codeText(code, {}, '')
    return [said, field && `${field}:`, reason].filter(Boolean).join(' ')
  }
  if (problem_count === 0) return said
  return `${said} ${t('problems', { count: problem_count })}`
}

/** Whether the host answers, in words. */
export function testText(t: TFunction<'shops'>, { failure, status }: OrderHostTest) {
  return failure
    ? t(`host.failure.${failure}`, { status: status ?? 0 })
    : t('host.answered', { status: status ?? 0 })
}

/** The last trouble of a host that has not answered well since; nothing when all is well. */
export function troubleText(t: TFunction<'shops'>, layer: OrderLayer) {
  if (layer.failure_count === 0 || !layer.last_failure) return null
  return t(`host.failure.${layer.last_failure}`, { status: layer.last_status ?? 0 })
}
