import type { TFunction } from 'i18next'
import type { CarrierService, NamedService, ProviderCarrier, ProviderCarrierTest } from '@/api/schema'

/** Whether the server answers and has the carrier, in words. */
export function carrierTestText(t: TFunction<'carrier-links'>, { failure, status }: ProviderCarrierTest) {
  return failure ? t(`failure.${failure}`, { status: status ?? 0 }) : t('answered')
}

/** The last trouble of a server that has not answered well since; nothing when all is well. */
export function carrierTroubleText(t: TFunction<'carrier-links'>, link: ProviderCarrier) {
  if (link.failure_count === 0 || !link.last_failure) return null
  return t(`failure.${link.last_failure}`, { status: link.last_status ?? 0 })
}

/** A line for each service of the provider, with what is mapped already; services that it no longer has stay. */
export function linesOf(services: NamedService[], mapped: CarrierService[]): CarrierService[] {
  const own = services.map(({ id }) => id)
  const others = mapped.map(({ service_id }) => service_id).filter((id) => !own.includes(id))
  return [...own, ...others].map((service_id) => ({
    service_id,
    carrier_service: mapped.find((one) => one.service_id === service_id)?.carrier_service ?? '',
  }))
}

/** The lines that name a service of the carrier. */
export const filledOf = (lines: CarrierService[]) =>
  lines
    .map((line) => ({ ...line, carrier_service: line.carrier_service.trim() }))
    .filter(({ carrier_service }) => carrier_service !== '')
