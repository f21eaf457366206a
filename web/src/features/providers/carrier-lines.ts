import type { CarrierService, NamedService } from '@/api/schema'

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
