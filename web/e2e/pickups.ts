import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { createRun } from './delivering'
import { fund, newClient } from './money'
import { call } from './support'

type Made = { data: { id: string; number: string; version: number; tracking_code: string } }
type Days = { data: { days: string[] } }

const BRAZIL = 32
const POSTCODE = '01310-100'

/** The next possible days of pickups in São Paulo. */
async function loadDays(page: Page) {
  const query = new URLSearchParams({ country_id: String(BRAZIL), postcode: POSTCODE })
  return (await call<Days>(page, 'GET', `/shipment-pickups/windows?${query}`)).data.days
}

/** A pickup of an own client, with a confirmed shipment of two parcels. */
export async function requestedPickup(page: Page) {
  const client_id = await newClient(page, `Ipê Livros ${Date.now()}`)
  await fund(page, client_id, '5000', 'BRL')
  await fund(page, client_id, '5000', 'USD')
  const parcel = { length_mm: 300, width_mm: 200, height_mm: 100, weight_g: 1000 }
  const form = await completeForm(page, { client_id, parcels: [parcel, parcel] })
  const shipment = (await call<Made>(page, 'POST', '/shipments', form)).data
  await call(page, 'POST', `/shipments/${shipment.id}/confirm`, { version: shipment.version })
  const pickup = await call<Made>(page, 'POST', '/shipment-pickups', {
    client_id,
    country_id: BRAZIL,
    postcode: POSTCODE,
    address_1: 'Avenida Paulista',
    address_number: '1000',
    city: 'São Paulo',
    contact: 'Ana Souza',
    on_date: (await loadDays(page))[1],
    from_time: '09:00',
    to_time: '12:00',
    parcels: 2,
    shipment_ids: [shipment.id],
  })
  return { pickup: pickup.data, shipment }
}

type Run = { data: { id: string; number: string; version: number; pickups: { id: string }[] } }

/** A run under way that comes for a pickup, of the user unless it is of another driver. */
export async function startPickupRun(page: Page, pickup: string, driver?: string) {
  const run = await createRun(page, [], driver)
  const form = { pickup_ids: [pickup], accept_other_day: true, version: run.version }
  const planned = (await call<Run>(page, 'PUT', `/routes/${run.id}/pickups`, form)).data
  return (await call<Run>(page, 'POST', `/routes/${run.id}/start`, { version: planned.version })).data
}
