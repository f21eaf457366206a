import type { Page } from '@playwright/test'
import { call, expect } from './support'

/** Stations that pack at the same time, each in a browser of its own. */

export type Bag = {
  id: string
  number: string
  seal: string
  version: number
  tare_g: number
  parcel_weight_g: number
}
/** The parcels and bags that a station has packed. */
export type Packed = { codes: string[]; bags: Bag[] }
/** From which warehouse bags go, and to which airport. */
type Way = { host: string; place: string; to: string }
type Table = { page: Page; bag: Bag }

/** Parcels of a pile that lie between the stations: each of them scans all of those. */
const SHARED = 4
/** The sound of a code that is refused, in hertz. */
const REFUSED = 180

const station = (page: Page) => page.getByRole('region', { name: 'Scan into the bag' })
const answeredOf = (page: Page) => station(page).locator('li[data-state]')

/** Notes the sounds of the pages that open from now on. */
export async function listen(page: Page) {
  await page.addInitScript(() => {
    const heard: (number | undefined)[] = []
    class HeardNode extends OscillatorNode {
      constructor(context: BaseAudioContext, options?: OscillatorOptions) {
        super(context, options)
        heard.push(options?.frequency)
      }
    }
    Object.assign(window, { heard, OscillatorNode: HeardNode })
  })
}

const heardOn = (page: Page) => page.evaluate(() => (window as unknown as { heard: number[] }).heard)

/** A pile is packed into one bag of each station; the first parcels are those of the first station. */
export async function packTogether(stations: Page[], way: Way, pile: string[]): Promise<Packed[]> {
  const shared = pile.slice(-SHARED)
  const size = (pile.length - SHARED) / stations.length
  const tables = await Promise.all(stations.map((page) => openBag(page, way)))
  await Promise.all(
    tables.map(({ page }, at) => scanAll(page, [...shared, ...pile.slice(at * size, (at + 1) * size)])),
  )
  const packed = await Promise.all(tables.map(({ page, bag }) => listCodes(page, bag)))
  expect(packed.flat().sort(), 'each parcel is in one bag').toEqual([...pile].sort())
  for (const [at, { page }] of tables.entries()) {
    const lost = shared.filter((code) => !packed[at]?.includes(code))
    await expectRefused(page, lost)
  }
  const bags = await Promise.all(tables.map(seal))
  return bags.map((bag, at) => ({ codes: packed[at] ?? [], bags: [bag] }))
}

/** A new bag, on the page of its station. */
async function openBag(page: Page, { host, place, to }: Way): Promise<Table> {
  const form = { warehouse_id: place, destination_airport: to, tare_g: 0 }
  const { data: bag } = await call<{ data: Bag }>(page, 'POST', '/bags', form)
  await page.goto(`${host}/bags/${bag.id}`)
  await expect(station(page)).toBeVisible()
  return { page, bag }
}

/** A scanner sends code after code, and does not wait for the answers. */
async function scanAll(page: Page, codes: string[]) {
  const field = station(page).getByRole('textbox').first()
  for (const code of codes) {
    await field.fill(code)
    await field.press('Enter')
  }
  await expect(answeredOf(page)).toHaveCount(codes.length)
}

/** The codes in a bag, as the server has them. */
async function listCodes(page: Page, { id }: Bag) {
  type Parcels = { data: { tracking_code: string }[] }
  const { data } = await call<Parcels>(page, 'GET', `/bags/${id}/parcels?per_page=100`)
  return data.map(({ tracking_code }) => tracking_code)
}

/** The station says of these codes, and of no others, that they are in another bag; and it is heard. */
async function expectRefused(page: Page, codes: string[]) {
  const refused = answeredOf(page).filter({ hasText: /This parcel is already in bag / })
  await expect(refused).toHaveCount(codes.length)
  for (const code of codes) await expect(refused.filter({ hasText: code })).toHaveCount(1)
  if (codes.length > 0) await expect.poll(() => heardOn(page)).toContain(REFUSED)
}

async function seal({ page, bag }: Table) {
  const { data } = await call<{ data: Bag }>(page, 'GET', `/bags/${bag.id}`)
  const gross_g = data.tare_g + data.parcel_weight_g
  const form = { seal: `S${crypto.randomUUID().slice(0, 12)}`, gross_g, version: data.version }
  return (await call<{ data: Bag }>(page, 'POST', `/bags/${bag.id}/close`, form)).data
}
