import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { DAY, type Made } from './delivering'
import { call, expect } from './support'

/** Records that tests of air waybills need. */

export type Airline = { id: string; code: string; awb_prefix: string }
export type Waybill = { id: string; number: string; version: number }
type Listed<T> = { data: T[] }

/** An airline of the test's own, with digits that no other one has. An administrator adds it. */
export async function addAirline(page: Page, fields: Record<string, unknown> = {}): Promise<Airline> {
  const providers = await call<Listed<{ awb_prefix: string | null }>>(page, 'GET', '/providers?per_page=100')
  const taken = new Set(providers.data.map(({ awb_prefix }) => awb_prefix))
  const free = Array.from({ length: 99 }, (_, number) => String(900 + number)).filter(
    (prefix) => !taken.has(prefix),
  )
  const awb_prefix = free[Math.floor(Math.random() * free.length)] ?? '899'
  const code = `A${awb_prefix}${Date.now() % 100_000}`
  const form = {
    code,
    title_locale: { pt: code, en: code, es: code, zh: code },
    provider_type: 'airline',
    capabilities: [],
    iata_code: 'LH',
    awb_prefix,
    ...fields,
  }
  return (await call<{ data: Airline }>(page, 'POST', '/providers', form)).data
}

export const addRange = (page: Page, airline: Airline, first_serial: number, last_serial: number) =>
  call(page, 'POST', '/mawb-ranges', { provider_id: airline.id, first_serial, last_serial })

/** A shipment that the warehouse has received. */
export async function receive(page: Page) {
  const form = await completeForm(page, { to_name: `Ana ${Date.now()}` })
  const { data } = await call<{ data: Made & { to_country_id: number } }>(page, 'POST', '/shipments', form)
  const event = { tracking_codes: [data.tracking_code], event_code: 'RECEIVED' }
  await call(page, 'POST', '/shipments/record_event', event)
  return data
}

/** An airport in the country of a shipment. */
export async function airportOf(page: Page, country: number) {
  type Airport = { iata: string; country_id: number; active: boolean }
  const { data } = await call<Listed<Airport>>(page, 'GET', '/auxiliar/airports')
  return data.find(({ country_id, active }) => country_id === country && active)?.iata ?? ''
}

/** One in another country. */
export async function airportOutside(page: Page, country: number) {
  type Airport = { iata: string; country_id: number; active: boolean }
  const { data } = await call<Listed<Airport>>(page, 'GET', '/auxiliar/airports')
  return data.find(({ country_id, active }) => country_id !== country && active)?.iata ?? ''
}

/** A sealed bag to this airport, with one shipment in it. */
export async function closeBag(page: Page, destination_airport: string) {
  const places = await call<Listed<{ id: string; airport: string | null }>>(
    page,
    'GET',
    '/warehouses?per_page=100',
  )
  type Bag = { id: string; number: string; version: number; tare_g: number; parcel_weight_g: number }
  const warehouse_id = places.data.find(({ airport }) => airport)?.id
  const form = { warehouse_id, destination_airport, tare_g: 0 }
  const { data: bag } = await call<{ data: Bag }>(page, 'POST', '/bags', form)
  const { tracking_code } = await receive(page)
  const scan = { key: crypto.randomUUID(), code: tracking_code, station: '' }
  await call(page, 'POST', `/bags/${bag.id}/scan`, scan)
  const { data: packed } = await call<{ data: Bag }>(page, 'GET', `/bags/${bag.id}`)
  const gross_g = packed.tare_g + packed.parcel_weight_g
  const seal = { seal: `S${Date.now()}${Math.random()}`.slice(0, 20), gross_g, version: packed.version }
  await call(page, 'POST', `/bags/${bag.id}/close`, seal)
  return packed
}

const PARTY = { name: 'Cargo Agent', street: 'Cargo City 1', city: 'Frankfurt', country_id: 32 }

/** A draft with everything that its paper needs, and one loose shipment on it. */
export async function writeWaybill(page: Page, airline: Airline): Promise<Waybill> {
  const shipment = await receive(page)
  const destination = await airportOf(page, shipment.to_country_id)
  const from = await airportOutside(page, shipment.to_country_id)
  const leg = { flight: 'LH506', origin: from, destination, departs_on: DAY }
  const form = {
    provider_id: airline.id,
    origin_airport: from,
    destination_airport: destination,
    legs: [leg],
    shipper: PARTY,
    consignee: PARTY,
    currency: 'USD',
    rate_lines: [{ rate_class: 'M', rate: '100' }],
  }
  const { data } = await call<{ data: Waybill }>(page, 'POST', '/mawbs', form)
  await call(page, 'POST', `/mawbs/${data.id}/add`, { shipment_ids: [shipment.id] })
  return data
}

/** Does something with a waybill as it is now. */
export async function act(page: Page, { id }: Waybill, verb: string, form: object = {}) {
  const { data } = await call<{ data: Waybill }>(page, 'GET', `/mawbs/${id}`)
  await call(page, 'POST', `/mawbs/${id}/${verb}`, { ...form, version: data.version })
}

/** The kind of file behind a link, asked by the page itself, which is signed in. */
export async function expectPdf(page: Page, name: string) {
  const type = await page
    .getByRole('link', { name, exact: true })
    .evaluate(async (link: HTMLAnchorElement) => (await fetch(link.href)).headers.get('content-type'))
  expect(type).toContain('application/pdf')
}
