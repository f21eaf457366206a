import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { fund, newClient } from './money'
import { invite } from './people'
import { assign, flatTable } from './prices'
import { call, enter, expect, expectAccessible, origin, signIn, test } from './support'
import { type Airline, act, addAirline, addRange, airportOf } from './waybills'

/**
 * Sixty shipments of one client, from their confirmation to the flight: four bags at two stations, two waybills, their
 * manifests, and what the client sees. What other tests do by hand is done by calls here.
 */

test.use({ locale: 'en-US' })

const HOST = origin('pacific')
const SHIPMENTS = 60
const BRAZIL = 32

type Shipment = { id: string; tracking_code: string; version: number }
type Bag = { id: string; number: string; version: number; tare_g: number; parcel_weight_g: number }
type Waybill = { id: string; number: string; version: number }
type Manifest = { id: string; number: string; status: number; version: number; house_count: number }
type One<T> = { data: T }
type Many<T> = { data: T[] }

const get = async <T>(page: Page, path: string) => (await call<One<T>>(page, 'GET', path)).data
const post = async <T>(page: Page, path: string, form: object) =>
  (await call<One<T>>(page, 'POST', path, form)).data

/** Parts of a list, each of the same size. */
const inParts = <T>(all: T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

/** A client with money and prices of its own, at the page of its user. */
async function startClient(page: Page, hers: Page) {
  const client = await newClient(page, `Oak Imports ${Date.now()}`)
  const email = await invite(page, 'pacific', 'Olivia Oak', { user_type: 30, client_id: client })
  await fund(page, client, '9000', 'USD')
  await assign(page, client, await flatTable(page, '30'))
  await hers.goto(`${HOST}/healthz`)
  await enter(hers, email)
}

/** So many confirmed shipments of the three services of the company in turn. */
async function confirmShipments(hers: Page, count: number) {
  const { data: services } = await call<Many<{ id: string }>>(hers, 'GET', '/auxiliar/services')
  const forms = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      completeForm(hers, { incoterm: 'DAP', to_name: `Ana ${at}`, service_id: services[at % 3]?.id }),
    ),
  )
  const drafts: Shipment[] = []
  for (const part of inParts(forms, 12))
    drafts.push(...(await Promise.all(part.map((form) => post<Shipment>(hers, '/shipments', form)))))
  const shipments = drafts.map(({ id, version }) => ({ id, version, total: null }))
  type Result = { id: string; done: boolean; message: string | null }
  const results = await post<Result[]>(hers, '/shipments/confirm', { shipments, key: crypto.randomUUID() })
  expect(results.filter(({ done }) => !done)).toEqual([])
  return drafts
}

/** Two bags at one station, parcel by parcel, each sealed when it is full. */
async function pack(page: Page, station: string, place: string, airport: string, codes: string[]) {
  const bags: Bag[] = []
  for (const part of inParts(codes, codes.length / 2)) {
    const form = { warehouse_id: place, destination_airport: airport, tare_g: 0 }
    const { id } = await post<Bag>(page, '/bags', form)
    for (const code of part) {
      const scan = { key: crypto.randomUUID(), code, station }
      const answer = await post<{ outcome: string; message: string }>(page, `/bags/${id}/scan`, scan)
      expect(answer, code).toMatchObject({ outcome: 'added' })
    }
    const { tare_g, parcel_weight_g, version } = await get<Bag>(page, `/bags/${id}`)
    const seal = { seal: `S${crypto.randomUUID().slice(0, 12)}`, gross_g: tare_g + parcel_weight_g, version }
    bags.push(await post<Bag>(page, `/bags/${id}/close`, seal))
  }
  return bags
}

const PARTY = { name: 'Cargo Agent', street: 'Cargo City 1', city: 'Portland', country_id: 238 }

/** An issued waybill with these bags. */
async function fly(page: Page, airline: Airline, way: { from: string; to: string; on: string }, bags: Bag[]) {
  const waybill = await post<Waybill>(page, '/mawbs', {
    provider_id: airline.id,
    origin_airport: way.from,
    destination_airport: way.to,
    legs: [{ flight: 'LH506', origin: way.from, destination: way.to, departs_on: way.on }],
    shipper: PARTY,
    consignee: { ...PARTY, country_id: BRAZIL },
    currency: 'USD',
    rate_lines: [{ rate_class: 'M', rate: '100' }],
  })
  await call(page, 'POST', `/mawbs/${waybill.id}/add`, { bag_ids: bags.map(({ id }) => id) })
  await act(page, waybill, 'book')
  await act(page, waybill, 'issue')
  return waybill
}

async function actOn(page: Page, { id }: Manifest, verb: string, form: object = {}) {
  const { version } = await get<Manifest>(page, `/manifests/${id}`)
  await call(page, 'POST', `/manifests/${id}/${verb}`, { ...form, version })
}

const CLOSED = 20
const REJECTED = 45
const ACCEPTED = 40

const expectStatus = (page: Page, { id }: Manifest, status: number) =>
  expect
    .poll(async () => (await get<Manifest>(page, `/manifests/${id}`)).status, { timeout: 15_000 })
    .toBe(status)

async function closeManifest(page: Page, waybill: Waybill) {
  const manifest = await post<Manifest>(page, '/manifests', { mawb_id: waybill.id })
  await actOn(page, manifest, 'close')
  await expectStatus(page, manifest, CLOSED)
  return get<Manifest>(page, `/manifests/${manifest.id}`)
}

test('sixty shipments fly in four bags, and their client sees it', async ({ page, somebodyElse }) => {
  test.slow()
  await signIn(page, 'admin', 'pacific', { to: false })
  const airline = await addAirline(page)
  await addRange(page, airline, 1_234_567, 1_234_576)
  const hers = await somebodyElse()
  await startClient(page, hers)
  const shipments = await test.step('they are confirmed', () => confirmShipments(hers, SHIPMENTS))

  await signIn(page, 'staff', 'pacific', { to: false })
  const codes = shipments.map(({ tracking_code }) => tracking_code)
  await post(page, '/shipments/record_event', { tracking_codes: codes, event_code: 'RECEIVED' })
  const { data: places } = await call<Many<{ id: string; airport: string | null }>>(
    page,
    'GET',
    '/warehouses?per_page=100',
  )
  const place = places.find(({ airport }) => airport)
  const to = await airportOf(page, BRAZIL)
  const stations = inParts(codes, SHIPMENTS / 2)
  const bags = await test.step('two stations pack four bags', async () =>
    (
      await Promise.all(stations.map((part, at) => pack(page, String(at + 1), place?.id ?? '', to, part)))
    ).flat())
  expect(bags).toHaveLength(4)

  const { today } = await get<{ today: { day: string } }>(page, '/dashboard')
  const way = { from: place?.airport ?? '', to, on: today.day }
  const [first, second] = await test.step('they fly under two waybills', () =>
    Promise.all(inParts(bags, 2).map((part) => fly(page, airline, way, part))))
  if (!first || !second) throw new Error('two waybills')
  const manifests = await test.step('their manifests are closed', () =>
    Promise.all([first, second].map((waybill) => closeManifest(page, waybill))))
  const [manifest] = manifests
  if (!manifest) throw new Error('no manifest')
  expect(manifests.map(({ house_count }) => house_count)).toEqual([30, 30])

  await test.step('a bag leads to what it flies under, and the flight to its documents', () =>
    followLinks(page, bags[0] as Bag, first, manifest))
  await test.step('one is rejected, amended and accepted', () => answerManifest(page, manifest, codes))

  await act(page, first, 'record_event', { event: 'departed', note: 'the airline called' })
  await test.step('the client sees the flight in plain words', () =>
    watch(hers, shipments[0] as Shipment, [bags[0]?.number ?? '', first.number, manifest.number]))
})

async function followLinks(page: Page, bag: Bag, waybill: Waybill, manifest: Manifest) {
  await page.goto(`${HOST}/bags/${bag.id}`)
  const transport = page.getByRole('region', { name: 'Transport', exact: true })
  await expect(transport.getByRole('link', { name: manifest.number })).toBeVisible()
  await expectAccessible(page)
  await transport.getByRole('link', { name: waybill.number }).click()
  await expect(page.getByRole('heading', { level: 1, name: `AWB ${waybill.number}` })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('main').getByRole('button', { name: 'Documents of LH506 (ZIP)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^LH506-.*\.zip$/)
}

/** The dashboard counts it while it is rejected. */
async function answerManifest(page: Page, manifest: Manifest, codes: string[]) {
  const { data: houses } = await call<Many<{ house: string }>>(
    page,
    'GET',
    `/manifests/${manifest.id}/houses?per_page=10`,
  )
  const house = houses[0]?.house ?? ''
  expect(codes).toContain(house)
  await actOn(page, manifest, 'send')
  const rejected = { house, answer: 'rejected', reason: 'wrong tariff code' }
  await actOn(page, manifest, 'record_answer', { others: 'accepted', houses: [rejected] })
  await expectStatus(page, manifest, REJECTED)
  await page.goto(HOST)
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('link', { name: /Flights today$/ })).toBeVisible()
  await today.getByRole('link', { name: /Rejected manifests$/ }).click()
  await expect(page).toHaveURL(/\/manifests\?stage=rejected$/)
  await expect(page.getByRole('main').getByRole('link', { name: manifest.number })).toBeVisible()

  await actOn(page, manifest, 'amend', { purpose: 'update', reason: 'tariff code put right' })
  await actOn(page, manifest, 'close')
  await expectStatus(page, manifest, CLOSED)
  await actOn(page, manifest, 'send')
  await actOn(page, manifest, 'record_answer', { others: 'accepted', houses: [] })
  await expectStatus(page, manifest, ACCEPTED)
}

async function watch(hers: Page, shipment: Shipment, hidden: string[]) {
  await hers.goto(`${HOST}/shipments/${shipment.id}`)
  const travels = hers.getByRole('region', { name: 'On the way', exact: true })
  await expect(travels).toContainText('On the flight')
  await expect(travels).toContainText('LH506')
  await expect(travels.getByRole('link')).toHaveCount(0)
  for (const number of hidden) await expect(travels).not.toContainText(number)
  await expectAccessible(hers)
}
