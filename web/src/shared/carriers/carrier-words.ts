import type { TFunction } from 'i18next'
import type { ProviderCarrier, ProviderCarrierTest } from '@/api/schema'

/** Whether the server answers and has the carrier, in words. */
export function carrierTestText(t: TFunction<'carrier-links'>, { failure, status }: ProviderCarrierTest) {
  return failure ? t(`failure.${failure}`, { status: status ?? 0 }) : t('answered')
}

/** The last trouble of a server that has not answered well since; nothing when all is well. */
export function carrierTroubleText(t: TFunction<'carrier-links'>, link: ProviderCarrier) {
  if (link.failure_count === 0 || !link.last_failure) return null
  return t(`failure.${link.last_failure}`, { status: link.last_status ?? 0 })
}
