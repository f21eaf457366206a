import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { call } from './support'

/** A day that is not over before the tests are. */
export const DAY = new Date(Date.now() + 300 * 24 * 3_600_000).toISOString().slice(0, 10)

export type Made = { id: string; tracking_code: string }
type Route = { id: string; number: string; version: number; stops: { id: string; delivery_id: string }[] }

/** A shipment for this recipient that has arrived. */
export async function addArrivedShipment(page: Page, to_name = `Ana ${Date.now()}`, fields = {}) {
  const form = await completeForm(page, { to_name, ...fields })
  const { data } = await call<{ data: Made }>(page, 'POST', '/shipments', form)
  const event = { tracking_codes: [data.tracking_code], event_code: 'ARRIVED' }
  await call(page, 'POST', '/shipments/record_event', event)
  return data
}

/** The delivery of a shipment that has arrived. */
export async function planDelivery(page: Page, to_name?: string, fields?: Record<string, unknown>) {
  const shipment = await addArrivedShipment(page, to_name, fields)
  const form = { shipment_ids: [shipment.id], on_date: DAY }
  const { data } = await call<{ data: { delivery_id: string }[] }>(page, 'POST', '/shipment-deliveries', form)
  return { shipment, id: data[0]?.delivery_id ?? '' }
}

/** The id of the user of a page. */
export const userOf = async (page: Page) =>
  (await call<{ data: { id: string } }>(page, 'GET', '/account')).data.id

/** A run with these deliveries as its stops, of the user unless it is of another driver. */
export async function createRun(page: Page, deliveries: string[], driver?: string) {
  const form = { on_date: DAY, driver_id: driver ?? (await userOf(page)), vehicle: 'Fiorino' }
  const made = (await call<{ data: Route }>(page, 'POST', '/routes', form)).data
  const stops = deliveries.map((delivery_id) => ({ delivery_id }))
  const path = `/routes/${made.id}/stops`
  return (await call<{ data: Route }>(page, 'PUT', path, { stops, version: made.version })).data
}

/** The same under way, with all parcels on board. */
export async function startRun(page: Page, planned: { shipment: Made; id: string }[], driver?: string) {
  const run = await createRun(
    page,
    planned.map(({ id }) => id),
    driver,
  )
  const codes = planned.map(({ shipment }) => shipment.tracking_code)
  type Loaded = { data: { route: Route } }
  const loaded = await call<Loaded>(page, 'POST', `/routes/${run.id}/load`, { codes })
  const start = { version: loaded.data.route.version }
  return (await call<{ data: Route }>(page, 'POST', `/routes/${run.id}/start`, start)).data
}
