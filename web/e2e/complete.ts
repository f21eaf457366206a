import type { Page } from '@playwright/test'
import { call } from './support'

const BRAZIL = 32
const PERNAMBUCO = 16

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
    to_postcode: '50050-000',
    to_state_id: PERNAMBUCO,
    to_address_1: 'Rua São Bento',
    to_city: 'Recife',
    parcels: [{ length_mm: 300, width_mm: 200, height_mm: 100, weight_g: 1200 }],
    items: [ITEM],
    ...fields,
  }
}

export type Made = { id: string; tracking_code: string; version: number }

/** A shipment of the signed-in user that is confirmed; with the version of its draft. */
export async function addConfirmedShipment(page: Page, fields?: Record<string, unknown>): Promise<Made> {
  const form = await completeForm(page, fields)
  const { data } = await call<{ data: Made }>(page, 'POST', '/shipments', form)
  await call(page, 'POST', `/shipments/${data.id}/confirm`, { version: data.version })
  return data
}

/** Goods with everything that customs want. */
const ITEM = {
  description: 'Mug',
  quantity: '2',
  unit_value: '10.00',
  hs_code: '691200',
  net_weight_g: 900,
  origin_country_id: BRAZIL,
}
