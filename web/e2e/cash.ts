import type { Browser, Page } from '@playwright/test'
import { planDelivery, startRun } from './delivering'
import { call, signIn } from './support'

type Row = {
  client_id: string
  subsidiary_id: string | null
  currency: string
  amount: string
  client_name: string
}
type Waiting = { driver_id: string; currency: string; can_count: boolean; deliveries: { id: string }[] }
type Found<T> = { data: T[] }

/** The demo's client, as a choice has it. */
export async function anyClient(page: Page) {
  const { data } = await call<Found<{ id: string; label: string }>>(page, 'GET', '/clients/select')
  return data[0] ?? { id: '', label: '' }
}

/** A delivery of a client that the user of the page drives and hands over for cash. */
export async function collectFor(page: Page, client_id: string, cash: string) {
  const planned = await planDelivery(page, `Eva ${Date.now()}`, { client_id })
  const path = `/shipment-deliveries/${planned.id}`
  const { data } = await call<{ data: { version: number; number: string } }>(page, 'GET', path)
  await call(page, 'PATCH', path, { cod_due: cash, cod_currency: 'BRL', version: data.version })
  const run = await startRun(page, [planned])
  const record = {
    id: crypto.randomUUID(),
    route_stop_id: run.stops[0]?.id,
    seq: 1,
    kind: 'deliver',
    at: new Date().toISOString(),
    offset_s: 0,
    payload: { name: 'Eva', cash },
  }
  await call(page, 'POST', '/field/records', { records: [record] })
  return { id: planned.id, number: data.number }
}

/** Somebody else than the driver counts the cash of this delivery, which is as much as was said. */
export async function countOf(page: Page, delivery: string, counted: string) {
  const { data } = await call<Found<Waiting>>(page, 'GET', '/cash-handovers/waiting')
  const found = data.find(({ deliveries }) => deliveries.some(({ id }) => id === delivery))
  await call(page, 'POST', '/cash-handovers', {
    driver_id: found?.driver_id,
    currency: found?.currency,
    delivery_ids: [delivery],
    counted,
  })
}

/**
 * How the list of open cash names the row with this delivery: the branch stands there where the client has cash of several.
 */
export async function openNameOf(page: Page, client_id: string, delivery: string) {
  const of = `?client_id=${client_id}`
  const open = (await call<Found<Row>>(page, 'GET', `/cod-payouts/open${of}`)).data
  const parts = await call<Found<Row & { id: string }>>(page, 'GET', `/cod-payouts/open/deliveries${of}`)
  const part = parts.data.find(({ id }) => id === delivery)
  const rows = open.filter(({ currency }) => currency === part?.currency)
  const name = rows[0]?.client_name ?? ''
  if (rows.length < 2) return name
  const branches = await call<Found<{ id: string; label: string }>>(page, 'GET', '/subsidiaries/select')
  const branch = branches.data.find(({ id }) => id === part?.subsidiary_id)
  return branch ? `${name} · ${branch.label}` : name
}

/** The id of a payout: one of the seed, or a new one of what is open. */
export async function paidOut(page: Page) {
  const { data } = await call<Found<{ id: string }>>(page, 'GET', '/cod-payouts?per_page=10')
  if (data[0]) return data[0].id
  const open = await call<Found<Row>>(page, 'GET', '/cod-payouts/open')
  const row = open.data.find(({ amount }) => Number(amount) > 0)
  const form = { ...row, client_name: undefined, key: crypto.randomUUID(), method: 'wallet' }
  return (await call<{ data: { id: string } }>(page, 'POST', '/cod-payouts', form)).data.id
}

/** A page of another person of the company. */
export async function anotherPage(browser: Browser, who: 'admin' | 'staff' | 'client') {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(page, who, 'atlantico', { to: false })
  return page
}
