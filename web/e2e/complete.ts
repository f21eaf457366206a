import type { Page } from '@playwright/test'
import { call } from './support'

const BRAZIL = 32

/** The form of a shipment that lacks nothing for shipping. */
export async function completeForm(page: Page, fields: Record<string, unknown> = {}) {
  const services = await call<{ data: { id: string }[] }>(page, 'GET', '/auxiliar/services')
  return {
    service_id: services.data[0]?.id,
    contents_type: 'merchandise',
    currency: 'USD',
    declared_value: '20.00',
    from_name: 'Loja Horizonte',
    from_country_id: BRAZIL,
    from_address_1: 'Avenida Paulista',
    from_city: 'São Paulo',
    to_name: 'Ann Lee',
    to_country_id: BRAZIL,
    to_document: '529.982.247-25',
    to_address_1: 'Rua São Bento',
    to_city: 'Recife',
    parcels: [{ length_mm: 300, width_mm: 200, height_mm: 100, weight_g: 1200 }],
    items: [{ description: 'Mug', quantity: '2', unit_value: '10.00' }],
    ...fields,
  }
}
