import type { Page } from '@playwright/test'
import { ABROAD, type Abroad, startClient } from './abroad'
import { completeForm } from './complete'
import { stage } from './journeys'
import { type Bag, listen, type Packed, packTogether } from './packing'
import { invite } from './people'
import { bytesOf, linesOf } from './printing'
import { call, enter, expect, expectAccessible, origin, signIn, test } from './support'
import { type Airline, act, addAirline, addRange, airportOf } from './waybills'

/**
 * Sixty shipments of one client, from their confirmation to the door: four bags at two stations, two waybills, their
 * manifests and papers, the unpacking with one parcel short, and what the client sees. Two colleagues scan the parcels at the
 * same time. What other tests do by hand is done by calls here.
 */

test.use({ locale: 'en-US' })

const SHIPMENTS = 60
const FLIGHT = 'LH506'
/** News that comes by way of a background process. */
const LATER = { timeout: 30_000 }

type Shipment = { id: string; tracking_code: string; version: number }
type Waybill = { id: string; number: string; version: number }
type Manifest = { id: string; number: string; status: number; version: number; house_count: number }
type One<T> = { data: T }
type Many<T> = { data: T[] }

/** From which warehouse the parcels fly, and with whom. */
type Flight = { airline: Airline; place: string; from: string; to: string; on: string; away: number }
/** The parcels of one station, with what they fly under. */
type Load = Packed & { waybill: Waybill; manifest: Manifest }

const get = async <T>(page: Page, path: string) => (await call<One<T>>(page, 'GET', path)).data
const post = async <T>(page: Page, path: string, form: object) =>
  (await call<One<T>>(page, 'POST', path, form)).data

/** Parts of a list, each of the same size. */
const inParts = <T>(all: T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

/** So many confirmed shipments of three services of the company in turn. */
async function confirmShipments(hers: Page, { parties }: Abroad, count: number) {
  const { data: services } = await call<Many<{ id: string }>>(hers, 'GET', '/auxiliar/services')
  const forms = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      completeForm(hers, {
        incoterm: 'DAP',
        ...parties,
        to_name: `Ana ${at}`,
        service_id: services[at % 3]?.id,
      }),
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

/** Today, from a warehouse at an airport of the company's country. */
async function planFlight(page: Page, { home, away }: Abroad, airline: Airline): Promise<Flight> {
  type Place = { id: string; country_id: number; airport: string | null; active: boolean }
  const { data: places } = await call<Many<Place>>(page, 'GET', '/warehouses?per_page=100')
  const place = places.find(({ airport, country_id, active }) => active && airport && country_id === home)
  const to = await airportOf(page, away)
  const { today } = await get<{ today: { day: string } }>(page, '/dashboard')
  return { airline, place: place?.id ?? '', from: place?.airport ?? '', to, on: today.day, away }
}

const PARTY = { name: 'Cargo Agent', street: 'Cargo City 1', city: 'Portland', country_id: 238 }

/** An issued waybill with these bags. */
async function fly(page: Page, { airline, from, to, on, away }: Flight, bags: Bag[]) {
  const waybill = await post<Waybill>(page, '/mawbs', {
    provider_id: airline.id,
    origin_airport: from,
    destination_airport: to,
    legs: [{ flight: FLIGHT, origin: from, destination: to, departs_on: on }],
    shipper: PARTY,
    consignee: { ...PARTY, country_id: away },
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

/** The bags of one station get a waybill of their own, and the manifest of that is closed. */
async function load(page: Page, flight: Flight, packed: Packed): Promise<Load> {
  const waybill = await fly(page, flight, packed.bags)
  return { ...packed, waybill, manifest: await closeManifest(page, waybill) }
}

/** Two colleagues fill one bag each, twice. Gives what each of them has packed. */
async function pack(stations: Page[], host: string, flight: Flight, codes: string[]): Promise<Packed[]> {
  const rounds: Packed[][] = []
  for (const pile of inParts(codes, codes.length / 2))
    rounds.push(await packTogether(stations, { host, ...flight }, pile))
  const partsOf = (at: number) => rounds.flatMap((round) => round.slice(at, at + 1))
  return stations.map((_, at) => ({
    codes: partsOf(at).flatMap((part) => part.codes),
    bags: partsOf(at).flatMap((part) => part.bags),
  }))
}

for (const way of ABROAD)
  test(`sixty shipments fly in four bags from ${way.tenant} to their doors, and their client sees it`, async ({
    page,
    somebodyElse,
    isMobile,
  }) => {
    test.skip(isMobile, 'the same work of the server; phones see these screens in specs of their own')
    test.slow()
    const host = origin(way.tenant)
    await signIn(page, 'admin', way.tenant, { to: false })
    const airline = await addAirline(page)
    await addRange(page, airline, 1_234_567, 1_234_576)
    const hers = await somebodyElse()
    await startClient(page, hers, way, 'Oak Imports')
    const shipments = await test.step('they are confirmed', () => confirmShipments(hers, way, SHIPMENTS))
    const [shipment, short] = shipments
    if (!shipment || !short) throw new Error('no shipments')
    const codes = shipments.map(({ tracking_code }) => tracking_code)
    const other = await somebodyElse()
    await other.goto(`${host}/healthz`)
    await enter(other, await invite(page, way.tenant, 'Second Station', { user_type: 20 }))
    await hers.goto(`${host}/shipments/${shipment.id}`)
    await expect(stage(hers)).toContainText('Confirmed')

    await signIn(page, 'staff', way.tenant, { to: false })
    await post(page, '/shipments/record_event', { tracking_codes: codes, event_code: 'RECEIVED' })
    await expect(stage(hers)).toContainText('Received')
    const flight = await planFlight(page, way, airline)
    const loads = await test.step('two stations pack four bags for two waybills', async () => {
      const stations = [page, other]
      for (const station of stations) await listen(station)
      const packed = await pack(stations, host, flight, codes)
      return Promise.all(packed.map((one) => load(page, flight, one)))
    })
    expect(loads.map(({ bags }) => bags.length)).toEqual([2, 2])
    const houses = loads.map(({ manifest }) => manifest.house_count)
    expect(houses).toEqual(loads.map((one) => one.codes.length))
    const [first, second] = loads
    if (!first || !second) throw new Error('two waybills')

    await test.step('every paper says what it is for', async () => {
      for (const one of loads) await readPapers(page, one, flight)
      await readPapersOf(page, shipment)
    })
    await test.step('a bag leads to what it flies under, and the flight to its documents', () =>
      followLinks(page, host, first))
    await test.step('a manifest is exported, rejected, amended and accepted', async () => {
      await exportManifest(page, first)
      await answerManifest(page, host, first)
    })
    await test.step('the client sees the flight in plain words', async () => {
      await tellAll(page, loads, 'departed')
      await watchFlight(hers, first)
    })
    await test.step('what has arrived is unpacked, and one parcel is short', async () => {
      await tellAll(page, loads, 'arrived')
      await expect(travelsOf(hers)).toContainText('Arrived at the destination airport', LATER)
      await unpackAll(page, host, loads, short)
    })
    await test.step('the others are delivered, and the client sees which one is not', async () => {
      const there = codes.filter((code) => code !== short.tracking_code)
      await post(page, '/shipments/record_event', { tracking_codes: there, event_code: 'DELIVERED' })
      await expect(stage(hers)).toContainText('Delivered')
      await hers.goto(`${host}/shipments/${short.id}`)
      await expect(stage(hers)).toContainText('Departed')
    })
  })

/** The text of a paper without its spaces. The paper stays beside the result of the run, for people to look at. */
async function readPaper(page: Page, path: string, name: string) {
  const pdf = await bytesOf(page, path)
  await test.info().attach(`${name}.pdf`, { body: pdf, contentType: 'application/pdf' })
  return linesOf(pdf).join('').replaceAll(' ', '')
}

/** The labels of bags, and the paper of their waybill. */
async function readPapers(page: Page, { bags, waybill }: Load, { from, to }: Flight) {
  for (const { id, number, seal } of bags) {
    const label = await readPaper(page, `/api/bags/${id}/label`, number)
    for (const text of [number, seal, from, to]) expect(label).toContain(text)
  }
  const paper = await readPaper(page, `/api/mawbs/${waybill.id}/pdf`, waybill.number)
  for (const text of [waybill.number, FLIGHT, ...bags.map(({ number }) => number)])
    expect(paper).toContain(text)
}

/** The label of a shipment, and its customs papers. */
async function readPapersOf(page: Page, { id, tracking_code }: Shipment) {
  const paper = (path: string) => readPaper(page, `/api/shipments/${id}/${path}`, path.replace('/', ' '))
  expect(await paper('label')).toContain(tracking_code)
  expect(await paper('documents/customs_declaration')).toContain('691200')
  expect(await paper('documents/commercial_invoice')).toContain('Mug')
}

async function followLinks(page: Page, host: string, { bags, waybill, manifest }: Load) {
  await page.goto(`${host}/bags/${bags[0]?.id}`)
  const transport = page.getByRole('region', { name: 'Transport', exact: true })
  await expect(transport.getByRole('link', { name: manifest.number })).toBeVisible()
  await expectAccessible(page)
  await transport.getByRole('link', { name: waybill.number }).click()
  await expect(page.getByRole('heading', { level: 1, name: `AWB ${waybill.number}` })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page
    .getByRole('main')
    .getByRole('button', { name: `Documents of ${FLIGHT} (ZIP)` })
    .click()
  expect((await saved).suggestedFilename()).toMatch(/^LH506-.*\.zip$/)
}

/** Each file of the closed version comes whole, and the table has every house. */
async function exportManifest(page: Page, { manifest, codes }: Load) {
  type Version = { revision: number; files: { format: string; size: number }[] }
  const path = `/manifests/${manifest.id}/versions`
  const [version] = (await call<Many<Version>>(page, 'GET', path)).data
  const files = version?.files ?? []
  const formats = files.map(({ format }) => format)
  expect(formats).toEqual(expect.arrayContaining(['csv', 'xlsx', 'fwb', 'xfwb', 'xfhl', 'xfzb']))
  for (const { format, size } of files) {
    const bytes = await bytesOf(page, `/api${path}/${version?.revision}/files/${format}`)
    expect(bytes.length, format).toBe(size)
    const missing = format === 'csv' ? codes.filter((code) => !bytes.includes(code)) : []
    expect(missing).toEqual([])
  }
}

/** The dashboard counts it while it is rejected. */
async function answerManifest(page: Page, host: string, { manifest, codes }: Load) {
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
  await page.goto(host)
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

/** The airline has called about each waybill. */
async function tellAll(page: Page, loads: Load[], event: string) {
  for (const { waybill } of loads)
    await act(page, waybill, 'record_event', { event, note: 'the airline called' })
}

const travelsOf = (hers: Page) => hers.getByRole('region', { name: 'On the way', exact: true })

/** The page of a shipment stands open since before it was received. */
async function watchFlight(hers: Page, { bags, waybill, manifest }: Load) {
  const travels = travelsOf(hers)
  await expect(travels).toContainText('On the flight', LATER)
  await expect(travels).toContainText(FLIGHT)
  await expect(stage(hers)).toContainText('Departed', LATER)
  await expect(travels.getByRole('link')).toHaveCount(0)
  for (const { number } of [...bags, waybill, manifest]) await expect(travels).not.toContainText(number)
  await expectAccessible(hers)
}

/** Both waybills are unpacked, each at a station of its own. The first one lacks a parcel, which is settled by hand. */
async function unpackAll(page: Page, host: string, loads: Load[], short: Shipment) {
  const [first = '', second = ''] = await Promise.all(
    loads.map(({ waybill, codes }, at) => {
      const there = codes.filter((code) => code !== short.tracking_code)
      return unpack(page, String(at + 1), waybill, there)
    }),
  )
  await page.goto(`${host}/mawbs/${loads[0]?.waybill.id}`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Break-bag of / })
    .click()
  await expect(page).toHaveURL(new RegExp(`/break-bags/${first}$`))
  await settleShort(page, short.tracking_code, loads[0]?.codes.length ?? 0)
  for (const [verb, form] of [
    ['finish', {}],
    ['close', { next_step: 'delivery' }],
  ] as const) {
    const { version } = await get<{ version: number }>(page, `/break-bags/${second}`)
    await post(page, `/break-bags/${second}/${verb}`, { ...form, version })
  }
}

/** Scans what came with a waybill. Gives the id of its unpacking. */
async function unpack(page: Page, station: string, waybill: Waybill, codes: string[]) {
  const { id } = await post<{ id: string }>(page, '/break-bags', { mawb_id: waybill.id })
  for (const code of codes) {
    const scan = { key: crypto.randomUUID(), code, station }
    const answer = await post<{ outcome: string }>(page, `/break-bags/${id}/scan`, scan)
    expect(answer, code).toMatchObject({ outcome: 'found' })
  }
  return id
}

async function settleShort(page: Page, code: string, count: number) {
  const main = page.getByRole('main')
  const all = new RegExp(`${count - 1}\\s*of ${count} expected parcels`)
  await expect(main.getByRole('region', { name: 'Unpack' })).toContainText(all)
  await main.getByRole('button', { name: 'All is unpacked' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'All is unpacked' }).click()
  await main.getByRole('button', { name: 'Undecided' }).click()
  const parcels = main.getByRole('list', { name: 'Parcels' })
  await expect(parcels.getByRole('listitem')).toHaveCount(1)
  await parcels.getByRole('button', { name: `Settle: ${code}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('on the flight of tomorrow')
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(main.getByText('No parcels here.')).toBeVisible()
  await main.getByRole('button', { name: 'Close', exact: true }).click()
  const closing = page.getByRole('dialog', { name: /^Close the break-bag of / })
  await closing.getByRole('radio', { name: 'Delivery' }).check()
  await closing.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(main.getByText('All is settled.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Delivery' })).toBeVisible()
}
