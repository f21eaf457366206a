import type { Page } from '@playwright/test'
import { ABROAD, type Abroad, startClient } from './abroad'
import { completeForm } from './complete'
import { check, count, LONG, upload } from './importing'
import { stage } from './journeys'
import { labelFrom, linesOf } from './printing'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

/**
 * The goods of a client, from the file in which they come to the count of what is left: put away, ordered, picked, packed,
 * shipped and returned. Two clerks work, and the client follows.
 */

test.use({ locale: 'en-US' })

const ROWS = 500
const FAULTS = 20
const COLUMNS = ['SKU', 'Owner', 'Lot', 'Expiry date', 'Quantity', 'Warehouse', 'Place'] as const
const CODE = /[A-Z]{2}\d{9}[A-Z]{2}/

type Column = (typeof COLUMNS)[number]
type Row = Record<Column, string>
type Named = { id: string; code: string }

/** A lot of an item. */
type Lot = { sku: string; title: string; lot: string }

/** The lots that the journey follows. */
type Lots = { first: Lot; scarce: Lot }

/** A warehouse with places of its own, and a client's goods that it keeps by lot and expiry. */
type Depot = {
  mark: string
  /** Code of the client. */
  owner: string
  warehouse: string
  entry: Named
  shelf: Named
  other: Named
  goods: { sku: string; title: string }[]
}

const make = async (page: Page, path: string, form: object) =>
  (await call<{ data: Named }>(page, 'POST', path, form)).data

/** Eleven items: ten with many lots, and one that is scarce. */
async function prepareDepot(page: Page, { home }: Abroad, client_id: string): Promise<Depot> {
  const mark = Date.now().toString(36).toUpperCase()
  type Warehouses = { data: { country_id: number; time_zone: string; city: string }[] }
  const { data: known } = await call<Warehouses>(page, 'GET', '/warehouses?per_page=100')
  const like = known.find(({ country_id }) => country_id === home)
  const warehouse = await make(page, '/warehouses', {
    ...{ country_id: home, time_zone: like?.time_zone, city: like?.city },
    code: `W${mark.slice(-7)}`,
    name: `Depot ${mark}`,
    warehouse_type: 'hub',
  })
  const place = (zone: string, kind: string) =>
    make(page, '/stock-places', { warehouse_id: warehouse.id, code: `${zone}-${mark}`, kind })
  const goods = Array.from({ length: 11 }, (_, at) => ({ sku: `G${at}${mark}`, title: `Mug ${at} ${mark}` }))
  const facts = { client_id, keep_lot: true, keep_expiry: true, weight_g: 50 }
  const customs = { hs_code: '691200', origin_country_id: home }
  for (const one of goods) await make(page, '/stock-items', { ...one, ...facts, ...customs })
  const { data: client } = await call<{ data: Named }>(page, 'GET', `/clients/${client_id}`)
  return {
    mark,
    owner: client.code,
    warehouse: warehouse.code,
    entry: await place('REC', 'receiving'),
    shelf: await place('A', 'storage'),
    other: await place('B', 'storage'),
    goods,
  }
}

/** What is found in a row, and what was meant. Each twenty-fifth row has one of them. */
const WRONG: { column: Column; cell: string }[] = [
  { column: 'Place', cell: 'NOWHERE' },
  { column: 'SKU', cell: 'UNKNOWN' },
  { column: 'Lot', cell: '' },
  { column: 'Quantity', cell: '0' },
]
const faultOf = (at: number) => (at % 25 === 12 ? WRONG[Math.floor(at / 25) % WRONG.length] : undefined)

const itemOf = (at: number) => (at === ROWS - 1 ? 10 : at % 10)

/** The lot of a row. */
const lotOf = ({ goods, mark }: Depot, at: number): Lot => {
  const { sku, title } = goods[itemOf(at)] ?? { sku: '', title: '' }
  return { sku, title, lot: `L${at}${mark}` }
}

/** The rows as they should be: each lot expires a day after the one before. Of the last item there are three only. */
const rowsOf = (depot: Depot): Row[] =>
  Array.from({ length: ROWS }, (_, at) => {
    const { sku, lot } = lotOf(depot, at)
    return {
      SKU: sku,
      Owner: depot.owner,
      Lot: lot,
      'Expiry date': new Date(Date.UTC(2090, 0, 1 + at)).toISOString().slice(0, 10),
      Quantity: at === 0 ? '777' : at === ROWS - 1 ? '3' : '10',
      Warehouse: depot.warehouse,
      Place: depot.entry.code,
    }
  })

/** The file has faults, which are corrected on the page of its import. */
async function bringIn(clerk: Page, host: string, depot: Depot) {
  const rows = rowsOf(depot)
  const lines = rows.map((row, at) => {
    const fault = faultOf(at)
    return COLUMNS.map((column) => (fault?.column === column ? fault.cell : row[column])).join(',')
  })
  await clerk.goto(`${host}/stocks`)
  await clerk.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click()
  await upload(clerk, {
    name: `goods-${depot.mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`${[COLUMNS.join(','), ...lines].join('\n')}\n`),
  })
  await check(clerk)
  expect(await count(clerk, 'lines')).toBe(ROWS)
  expect(await count(clerk, 'refused')).toBe(FAULTS)
  await clerk.getByRole('button', { name: `Receive ${ROWS - FAULTS} rows` }).click()
  await expect(clerk.getByRole('heading', { name: 'Import finished' })).toBeVisible({ timeout: LONG })
  for (const [at, row] of rows.entries()) {
    const fault = faultOf(at)
    if (!fault) continue
    // The header is the first row.
    const cell = clerk.getByRole('textbox', { name: `${fault.column}, row ${at + 2}`, exact: true })
    await cell.fill(row[fault.column])
  }
  await clerk.getByRole('button', { name: 'Correct and import' }).click()
  await expect(clerk.getByText(`${FAULTS} rows received`).first()).toBeVisible()
  await expect.poll(() => count(clerk, 'new')).toBe(ROWS)
  expect(await count(clerk, 'refused')).toBe(0)
}

/** Opens the page of a lot from the list, where it lies in one place. */
async function openLot(page: Page, host: string, { lot, title }: Lot) {
  await page.goto(`${host}/stocks?search=${lot}`)
  await page.getByRole('main').getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** One lot goes to its shelf by hand, and the scarce one to another. */
async function putAway(clerk: Page, host: string, { shelf, other }: Depot, { first, scarce }: Lots) {
  await openLot(clerk, host, first)
  await clerk.getByRole('button', { name: 'Move', exact: true }).click()
  const moving = clerk.getByRole('dialog', { name: 'Move goods' })
  await moving.getByLabel('To place').fill(shelf.code)
  await clerk.getByRole('listbox').getByRole('option', { name: shelf.code }).click()
  await moving.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(clerk.getByText(`777 moved to ${shelf.code}`).first()).toBeVisible()
  const { data } = await call<{ data: Named[] }>(clerk, 'GET', `/stocks?search=${scarce.lot}`)
  const form = { key: crypto.randomUUID(), to_place_id: other.id, quantity: 3 }
  await call(clerk, 'POST', `/stocks/${data[0]?.id}/move`, form)
}

/** The client sees its goods, and orders some of them; of the scarce ones more than there are. */
async function order(hers: Page, host: string, { warehouse, mark }: Depot, { first, scarce }: Lots) {
  await openLot(hers, host, first)
  await expect(hers.getByRole('list', { name: 'Movements' })).toContainText('Moved')
  await hers.goto(`${host}/pick-lists/new`)
  const main = hers.getByRole('main')
  await main.getByRole('combobox', { name: 'Warehouse' }).click()
  await hers.getByRole('listbox').getByRole('option', { name: warehouse }).click()
  await main.getByRole('textbox', { name: 'Shop', exact: true }).fill('Birch Shop')
  await main.getByRole('textbox', { name: 'Order number' }).fill(mark)
  for (const [at, { sku, title, quantity, value }] of [
    { ...first, quantity: '2', value: '19.90' },
    { ...scarce, quantity: '4', value: '4.50' },
  ].entries()) {
    if (at > 0) await main.getByRole('button', { name: 'Add line' }).click()
    await main.getByRole('combobox', { name: `Item ${at + 1}` }).fill(sku)
    await hers.getByRole('listbox').getByRole('option', { name: title }).click()
    await main.getByRole('textbox', { name: 'Quantity' }).nth(at).fill(quantity)
    await main.getByRole('textbox', { name: 'Unit value' }).nth(at).fill(value)
  }
  await main.getByRole('button', { name: 'Create list' }).click()
  await expect(hers.getByRole('heading', { level: 1, name: /^Pick list .+-P-/ })).toBeVisible()
  await expectAccessible(hers)
}

/** What expires first is held; one of the scarce goods is missing. Then both lines are picked by scan. */
async function pick(clerk: Page, hers: Page, { first, scarce }: Lots) {
  await clerk.goto(hers.url())
  await clerk.getByRole('button', { name: 'Allocate' }).click()
  const lines = clerk.getByRole('list', { name: 'Lines' })
  await expect(lines).toContainText(first.lot)
  await expect(lines).toContainText('1 missing')
  await expect(hers.getByText('Pick what is held. For what is missing, allocate again.')).toBeVisible()
  const station = clerk.getByRole('region', { name: 'Pick by scan' })
  for (const [code, quantity, picked] of [
    [first.lot.toLowerCase(), '2', '2 of 2'],
    [scarce.sku, '3', '3 of 4'],
  ] as const) {
    await station.getByLabel('Quantity').fill(quantity)
    await station.getByRole('textbox', { name: 'Code' }).fill(code)
    await clerk.keyboard.press('Enter')
    await expect(lines).toContainText(picked)
  }
  await clerk.getByRole('button', { name: 'Finish' }).click()
  const ending = clerk.getByRole('dialog', { name: /^Finish / })
  await ending.getByRole('textbox', { name: 'Reason' }).fill('one was not there')
  await ending.getByRole('button', { name: 'Finish' }).click()
  await expect(hers.getByText('Pack what was picked: it goes into a shipment.')).toBeVisible()
}

/** Packs what was picked. The open page of the client leads to the draft. */
async function pack(clerk: Page, hers: Page) {
  await clerk.getByRole('button', { name: 'Pack', exact: true }).click()
  const packing = clerk.getByRole('dialog', { name: /^Pack / })
  for (const [field, figure] of Object.entries({ Weight: '1.2', Length: '10', Width: '8', Height: '4' }))
    await packing.getByLabel(field).fill(figure)
  await packing.getByRole('button', { name: 'Pack', exact: true }).click()
  await expect(clerk.getByText(/^Packed into /).first()).toBeVisible()
  await expect(hers.getByText('Complete the shipment, if it is still a draft.')).toBeVisible()
  await expect(hers.getByRole('list', { name: 'Lines' })).toContainText('1 not sent')
  await hers.getByRole('main').getByRole('link', { name: CODE }).click()
}

/** The client says where the packed goods go, confirms the shipment and prints its label. */
async function ship(hers: Page, { parties }: Abroad) {
  const heading = hers.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(CODE)
  const code = await heading.innerText()
  const path = `/shipments/${hers.url().split('/').at(-1)}`
  type Draft = { data: { version: number; items: { quantity: string }[] } }
  const { data } = await call<Draft>(hers, 'GET', path)
  expect(data.items.map(({ quantity }) => Number(quantity))).toEqual([2, 3])
  // The parcel, the goods and their values came from the warehouse.
  const packed = { parcels: undefined, items: undefined, currency: undefined, declared_value: undefined }
  const form = await completeForm(hers, { incoterm: 'DAP', ...parties, ...packed })
  await call(hers, 'PATCH', path, { ...form, version: data.version })
  await hers.reload()
  await hers.getByRole('button', { name: /^Confirm/ }).click()
  await hers
    .getByRole('dialog', { name: /^Confirm/ })
    .getByRole('button', { name: 'Confirm shipment' })
    .click()
  await expect(stage(hers)).toContainText('Confirmed')
  const label = await labelFrom(hers, hers.getByRole('button', { name: 'Print label', exact: true }))
  expect(linesOf(label).join('').replaceAll(' ', '')).toContain(code)
}

/** One of the picked goods comes back, and the open page of the client says so. */
async function takeBack(clerk: Page, hers: Page, host: string, first: Lot) {
  await openLot(hers, host, first)
  const seen = hers.getByRole('list', { name: 'Movements' })
  await expect(seen).toContainText('Picked')
  await clerk.goto(hers.url())
  const movements = clerk.getByRole('list', { name: 'Movements' })
  await movements.getByRole('button', { name: 'Return' }).click()
  const returning = clerk.getByRole('dialog', { name: 'Goods that came back' })
  await returning.getByLabel('Quantity').fill('1')
  await returning.getByRole('button', { name: 'Return' }).click()
  await expect(movements).toContainText('Returned')
  await expect(seen).toContainText('Returned')
}

/** Somebody counts 774 of what should be 776 on the shelf, without being told. */
async function countShelf(person: Page, name: string, shelf: Named, { lot }: Lot) {
  const station = person.getByRole('region', { name, exact: true })
  await expect(station.getByRole('list', { name: 'Lines' })).toContainText(lot)
  await expect(station).not.toContainText('776')
  const code = station.getByLabel('Place, lot, EAN or SKU')
  await code.fill(shelf.code)
  await person.keyboard.press('Enter')
  await expect(station.getByText(`You are at ${shelf.code}`)).toBeVisible()
  await code.fill(lot.toLowerCase())
  await person.keyboard.press('Enter')
  await person.keyboard.type('774')
  await person.keyboard.press('Enter')
  await expect(station.getByText('You counted 774')).toBeVisible()
  await expect(station.getByText('All lines are counted')).toBeVisible()
  await person.getByRole('button', { name: 'End counting' }).click()
  const ending = person.getByRole('dialog', { name: /^End counting of / })
  await ending.getByRole('button', { name: 'End counting' }).click()
}

/** What one person counts is confirmed by a second one, and the difference is approved. */
async function countByTwo(clerk: Page, boss: Page, host: string, { warehouse, shelf }: Depot, first: Lot) {
  await clerk.goto(`${host}/inventories/new`)
  const main = clerk.getByRole('main')
  await main.getByRole('combobox', { name: 'Warehouse' }).click()
  await clerk.getByRole('listbox').getByRole('option', { name: warehouse }).click()
  await main.getByRole('textbox', { name: 'Zone' }).fill(shelf.code)
  await main.getByRole('button', { name: 'Create inventory' }).click()
  await expect(clerk.getByRole('heading', { level: 1, name: /^Inventory .+-I-/ })).toBeVisible()
  await clerk.getByRole('button', { name: 'Start counting' }).click()
  await countShelf(clerk, 'Count', shelf, first)
  await expect(clerk.getByText('1 line differs and is counted again').first()).toBeVisible()
  await boss.goto(clerk.url())
  await countShelf(boss, 'Count again', shelf, first)
  await expect(boss.getByText('Counting ended. Somebody else approves.').first()).toBeVisible()
  await expect(clerk.getByText('2 fewer')).toBeVisible()
  await expectAccessible(clerk)
  await clerk.getByRole('button', { name: 'Approve' }).click()
  await clerk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(clerk.getByText('Differences posted').first()).toBeVisible()
}

for (const way of ABROAD)
  test(`the goods of a client come to ${way.tenant} in a file, are shipped, and counted by two`, async ({
    page,
    somebodyElse,
    isMobile,
  }) => {
    test.skip(isMobile, 'the same work of the server; phones see these screens in specs of their own')
    // Three people, and every step from the file on.
    test.slow()
    const host = origin(way.tenant)
    await signIn(page, 'admin', way.tenant, { to: false })
    const [hers, clerk] = [await somebodyElse(), await somebodyElse()]
    const depot = await prepareDepot(page, way, await startClient(page, hers, way, 'Birch Goods'))
    await signIn(clerk, 'staff', way.tenant, { to: false })
    const first = lotOf(depot, 0)
    const lots = { first, scarce: lotOf(depot, ROWS - 1) }

    await test.step('a file of goods comes in, and its faults are corrected', () =>
      bringIn(clerk, host, depot))
    await test.step('they are put away', () => putAway(clerk, host, depot, lots))
    await test.step('the client sees them, and orders', () => order(hers, host, depot, lots))
    await test.step('they are held, one is missing, and the others are picked', () => pick(clerk, hers, lots))
    await test.step('they are packed into a shipment', () => pack(clerk, hers))
    await test.step('which is confirmed and labelled', () => ship(hers, way))
    await test.step('one comes back', () => takeBack(clerk, hers, host, first))
    await test.step('the shelf is counted by two people', () => countByTwo(clerk, page, host, depot, first))
    await test.step('the client sees what is left', async () => {
      await expect(hers.getByRole('list', { name: 'Movements' })).toContainText('Counted')
      await expect(hers.getByRole('region', { name: 'Stock', exact: true })).toContainText('774')
    })
  })
