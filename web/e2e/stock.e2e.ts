import { completeForm } from './complete'
import { type Named, prepareGoods } from './goods'
import { scanWithoutEnter } from './station'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Stock: goods come in, move, are picked by scan in the order of their expiry, and come back. */

test.use({ locale: 'en-US' })

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('goods are received, moved and found', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { mark, shelf, other, title } = await prepareGoods(page)
  await page.goto(`${origin('atlantico')}/stocks`)
  await page.getByRole('main').getByRole('button', { name: 'Receive goods' }).first().click()
  const receiving = page.getByRole('dialog', { name: 'Receive goods' })
  await receiving.getByLabel('Item').fill(mark)
  await page.getByRole('listbox').getByRole('option', { name: title }).click()
  await receiving.getByLabel('Quantity').fill('12')
  await receiving.getByLabel('Place').fill(shelf.code)
  await page.getByRole('listbox').getByRole('option', { name: shelf.code }).click()
  await receiving.getByRole('button', { name: 'Receive goods' }).click()
  // The lot is missing: what was typed stays.
  await expect(receiving.getByText('Required field.').first()).toBeVisible()
  await expect(receiving.getByLabel('Quantity')).toHaveValue('12')
  await receiving.getByRole('textbox', { name: 'Lot' }).fill('l1')
  await receiving.getByRole('textbox', { name: 'Expiry' }).fill('31/12/2099')
  await expectAccessible(page)
  await receiving.getByRole('button', { name: 'Receive goods' }).click()
  await expect(page.getByText(`12 of ${title} received into ${shelf.code}`).first()).toBeVisible()

  await page.goto(`${origin('atlantico')}/stocks?search=${mark}`)
  await page.getByRole('main').getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const moving = page.getByRole('dialog', { name: 'Move goods' })
  await moving.getByLabel('To place').fill(other.code)
  await page.getByRole('listbox').getByRole('option', { name: other.code }).click()
  await moving.getByLabel('Quantity').fill('13')
  await moving.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(moving.getByText(/There is not so much: 12 free now/).first()).toBeVisible()
  await moving.getByLabel('Quantity').fill('5')
  await moving.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(`5 moved to ${other.code}`).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Movements' })).toContainText('7 after it')

  // Broken ones leave for good, with a photo.
  await page.getByRole('button', { name: 'Take out', exact: true }).click()
  const removing = page.getByRole('dialog', { name: 'Take goods out' })
  await removing.getByLabel('Quantity').fill('1')
  await removing.getByRole('textbox', { name: 'Reason' }).fill('broken')
  const file = { name: 'broken.png', mimeType: 'image/png', buffer: PIXEL }
  await removing.locator('input[type=file]').setInputFiles(file)
  await removing.getByRole('button', { name: 'Take out', exact: true }).click()
  await expect(page.getByText('1 taken out').first()).toBeVisible()
  const movements = page.getByRole('list', { name: 'Movements' })
  await expect(movements.getByRole('link', { name: 'Photo' })).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
})

test('a list is allocated by expiry, picked by scan and finished short', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { mark, warehouse, shelf, other, item, title, sku } = await prepareGoods(page)
  const receive = (place: Named, lot: string, expiration_date: string, quantity: number) =>
    call(page, 'POST', '/stocks/receive', {
      key: crypto.randomUUID(),
      item_id: item.id,
      place_id: place.id,
      lot,
      expiration_date,
      quantity,
    })
  await receive(shelf, `LATE${mark}`, '2099-12-31', 2)
  await receive(other, `EARLY${mark}`, '2099-01-31', 1)

  await page.goto(`${origin('atlantico')}/pick-lists/new`)
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Warehouse' }).click()
  await page.getByRole('listbox').getByRole('option', { name: warehouse }).first().click()
  await main.getByLabel('Item 1').fill(mark)
  await page.getByRole('listbox').getByRole('option', { name: title }).click()
  await main.getByLabel('Quantity').fill('4')
  await main.getByRole('button', { name: 'Create list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Pick list .+-P-/ })).toBeVisible()
  await page.getByRole('button', { name: 'Allocate' }).click()
  const lines = page.getByRole('list', { name: 'Lines' })
  await expect(lines).toContainText('1 missing')
  await expect(lines).toContainText(`EARLY${mark}`)

  const station = page.getByRole('region', { name: 'Pick by scan' })
  const code = station.getByRole('textbox', { name: 'Code' })
  // The question whether the place is empty stands below it.
  const told = station.getByRole('status').first()
  await scanWithoutEnter(page, `early${mark}`, code)
  await expect(told).toContainText(`1 × ${title} · EARLY${mark} from`)
  await code.fill('NOTHING')
  await page.keyboard.press('Enter')
  await expect(told).toContainText('This code is not on the list. Put the goods back.')
  await expect(station.getByRole('region', { name: 'Scanned codes' }).getByRole('listitem')).toHaveCount(2)
  await station.getByLabel('Quantity').fill('2')
  await code.fill(sku)
  await page.keyboard.press('Enter')
  await expect(lines).toContainText('3 of 4')
  await expectAccessible(page)
  await expectReflow(page)

  await page.getByRole('button', { name: 'Finish' }).click()
  const ending = page.getByRole('dialog', { name: /^Finish / })
  await ending.getByRole('textbox', { name: 'Reason' }).fill('one was not there')
  await ending.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Pick list finished').first()).toBeVisible()
  await expect(station).toHaveCount(0)

  // One goes into a parcel, two into another; there is no fourth.
  const packing = page.getByRole('region', { name: 'Pack by scan' })
  const into = packing.getByRole('textbox', { name: 'Code' })
  const parcel = (number: number) => packing.getByRole('region', { name: `Parcel ${number}`, exact: true })
  await into.fill(`early${mark}`)
  await page.keyboard.press('Enter')
  await parcel(1).getByLabel('Weight').fill('0.4')
  await packing.getByRole('button', { name: 'Add parcel' }).click()
  for (const count of ['1 unit', '2 units']) {
    await into.fill(sku)
    await page.keyboard.press('Enter')
    await expect(parcel(2)).toContainText(count)
  }
  await into.fill(sku)
  await page.keyboard.press('Enter')
  await expect(packing.getByText(`${title}: 0 left to pack, not more.`)).toBeVisible()
  await expect(packing.getByRole('button', { name: 'Pack 2 parcels' })).toBeDisabled()
  // All go out at once, or as many as are named.
  await parcel(2).getByRole('button', { name: 'Take out' }).click()
  await expect(parcel(2)).toContainText('0 units')
  await expect(packing.getByRole('button', { name: 'Pack 2 parcels' })).toHaveAccessibleDescription(
    `${title}: 2 units are in no parcel yet.`,
  )
  await packing.getByLabel('Quantity').fill('2')
  await into.fill(sku)
  await page.keyboard.press('Enter')
  await expect(parcel(2)).toContainText('2 units')
  await parcel(2).getByRole('textbox', { name: 'Units to take out' }).fill('1')
  await page.keyboard.press('Enter')
  await expect(parcel(2)).toContainText('1 unit')
  await into.fill(sku)
  await page.keyboard.press('Enter')
  await expect(parcel(2)).toContainText('2 units')
  await parcel(2).getByLabel('Weight').fill('0.8')
  await expectAccessible(page)
  await expectReflow(page)
  await packing.getByRole('button', { name: 'Pack 2 parcels' }).click()
  await expect(page.getByText(/^Packed into /).first()).toBeVisible()
  await expect(main.getByText('Packed', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Parcels' })).toContainText(`2 × ${title}`)

  // One was short: it goes on in a list of its own.
  await expect(lines).toContainText('1 not sent')
  await page.getByRole('button', { name: 'List for the rest' }).click()
  const asking = page.getByRole('dialog', { name: 'Create a list for the rest?' })
  await asking.getByRole('button', { name: 'List for the rest' }).click()
  await expect(page.getByText(/ created\. Allocate to hold goods for it\./).first()).toBeVisible()
  await main.getByRole('link', { name: /-P-/ }).first().click()
  await expect(lines).toContainText('0 of 1')

  await page.goto(`${origin('atlantico')}/stocks?search=late${mark}&empty=true`)
  await page.getByRole('main').getByRole('link', { name: title }).first().click()
  const movements = page.getByRole('list', { name: 'Movements' })
  await movements.getByRole('button', { name: 'Return' }).click()
  const returning = page.getByRole('dialog', { name: 'Goods that came back' })
  await returning.getByLabel('Quantity').fill('1')
  await returning.getByRole('button', { name: 'Return' }).click()
  await expect(movements).toContainText('Returned')
})

test('a shelf is counted blind without a network, and somebody else approves', { tag: '@phone' }, async ({
  page,
  browser,
  context,
}) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { mark, warehouse, shelf, title, item } = await prepareGoods(page)
  await call(page, 'POST', '/stocks/receive', {
    key: crypto.randomUUID(),
    item_id: item.id,
    place_id: shelf.id,
    lot: `L${mark}`,
    expiration_date: '2099-12-31',
    quantity: 777,
  })
  await page.goto(`${origin('atlantico')}/inventories/new`)
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Warehouse' }).click()
  await page.getByRole('listbox').getByRole('option', { name: warehouse }).first().click()
  await main.getByRole('textbox', { name: 'Zone' }).fill(shelf.code)
  await main.getByLabel('Tolerance in units').fill('5')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Create inventory' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Inventory .+-I-/ })).toBeVisible()
  await page.getByRole('button', { name: 'Start counting' }).click()
  const station = page.getByRole('region', { name: 'Count', exact: true })
  await expect(station.getByRole('list', { name: 'Lines' })).toContainText(title)
  await expect(station).not.toContainText('777')
  const code = station.getByLabel('Place, lot, EAN or SKU')
  await code.fill(shelf.code)
  await page.keyboard.press('Enter')
  await expect(station.getByText(`You are at ${shelf.code}`)).toBeVisible()
  await code.fill(`l${mark}`)
  await page.keyboard.press('Enter')
  // Between the shelves there is no network: counts wait on the device, and go together.
  await context.setOffline(true)
  for (const units of ['700', '775']) {
    await page.keyboard.type(units)
    await page.keyboard.press('Enter')
    await expect(station.getByText(`You counted ${units}`)).toBeVisible()
    await code.fill(`l${mark}`)
    await page.keyboard.press('Enter')
  }
  await expect(station.getByText('2 counts wait on this device')).toBeVisible()
  await context.setOffline(false)
  await expect(station.getByText('2 counts wait on this device')).toHaveCount(0)
  await expect(station.getByText('All lines are counted')).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
  await page.getByRole('button', { name: 'End counting' }).click()
  const ending = page.getByRole('dialog', { name: /^End counting of / })
  await ending.getByRole('button', { name: 'End counting' }).click()
  await expect(page.getByText('Counting ended. Somebody else approves.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  const other = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await signIn(other, 'staff', 'atlantico', { to: false })
  await other.goto(page.url())
  await expect(other.getByText('2 fewer')).toBeVisible()
  await other.getByRole('button', { name: 'Approve' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(other.getByText('Differences posted').first()).toBeVisible()
  await other.close()
})

test('a file of goods is checked, received, and its refused row corrected', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { mark, warehouse, shelf, sku } = await prepareGoods(page)
  await page.goto(`${origin('atlantico')}/stocks`)
  await page.getByRole('main').getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import stock' })).toBeVisible()
  await expectAccessible(page)
  const rows = [
    'SKU,Lot,Expiry date,Quantity,Warehouse,Place',
    `${sku},F1,2099-12-31,7,${warehouse},${shelf.code}`,
    `${sku},F2,2020-01-31,2,${warehouse},${shelf.code}`,
    `${sku},F3,2099-12-31,4,${warehouse},NOWHERE`,
  ]
  await page.locator('input[type=file]').setInputFiles({
    name: `goods-${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`${rows.join('\n')}\n`),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('1 row has expired: its goods go to quarantine.')).toBeVisible()
  await expect(page.getByText('Unknown place', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Receive 2 rows' }).click()
  const cell = page.getByRole('textbox', { name: 'Place, row 4' })
  await cell.fill(shelf.code)
  await page.getByRole('button', { name: 'Correct and import' }).click()
  await expect(page.getByText('1 row received').first()).toBeVisible()
  await page.goto(`${origin('atlantico')}/stocks?search=${mark}`)
  for (const lot of ['F1', 'F2', 'F3'])
    await expect(page.getByRole('main').getByText(lot).first()).toBeVisible()
})

test('the storage of goods of a client is shown where it costs something', async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const mark = Date.now().toString(36).toUpperCase()
  type Warehouses = { data: { country_id: number; time_zone: string; city: string }[] }
  const [like] = (await call<Warehouses>(page, 'GET', '/warehouses?per_page=100')).data
  type Made = { data: Named }
  const warehouse = await call<Made>(page, 'POST', '/warehouses', {
    ...{ country_id: like?.country_id, time_zone: like?.time_zone, city: like?.city },
    code: mark.slice(-8),
    name: `Storage ${mark}`,
    warehouse_type: 'hub',
    storage: { free_days: 10, fee_per_day: '0', goods_fee_per_day: '0.5', currency: 'BRL' },
  })
  const place = await call<Made>(page, 'POST', '/stock-places', {
    warehouse_id: warehouse.data.id,
    code: 'A-1',
    kind: 'storage',
  })
  const client = (await call<{ data: Named[] }>(page, 'GET', '/clients?per_page=10')).data[0]
  const item = await call<Made>(page, 'POST', '/stock-items', {
    sku: `STO-${mark}`,
    title: `Stored ${mark}`,
    client_id: client?.id,
  })
  type Received = { data: { stock: { id: string } } }
  const received = await call<Received>(page, 'POST', '/stocks/receive', {
    key: crypto.randomUUID(),
    item_id: item.data.id,
    place_id: place.data.id,
    quantity: 4,
    occurred_at: new Date(Date.now() - 20 * 86_400_000).toISOString(),
  })
  await page.goto(`${origin('atlantico')}/stocks/${received.data.stock.id}`)
  const storage = page.getByRole('region', { name: 'Storage' })
  await expect(storage).toContainText('20.00')
  await expect(storage.getByRole('list', { name: 'Stays' })).toContainText('4 · days: 20, charged: 10')
  await expectAccessible(page)
  await expectReflow(page)
})

test('a client ships goods from its own stock', async ({ page, somebodyElse }) => {
  await signIn(page, 'client', 'pacific', { to: false })
  const { client_id } = (await call<{ data: { client_id: string } }>(page, 'GET', '/profile')).data
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific', { to: false })
  const { mark, warehouse, shelf } = await prepareGoods(admin)
  const title = `Soap ${mark}`
  const form = { sku: `SOAP-${mark}`, title, client_id }
  const item = (await call<{ data: { id: string } }>(admin, 'POST', '/stock-items', form)).data
  await call(admin, 'POST', '/stocks/receive', {
    key: crypto.randomUUID(),
    item_id: item.id,
    place_id: shelf.id,
    quantity: 4,
  })
  await page.goto(origin('pacific'))
  const own = page.getByRole('region', { name: 'My stock' })
  await expect(own.getByRole('link', { name: 'Ship from stock' })).toHaveAttribute('href', /wizard/)
  const draft = await completeForm(page, { items: [] })
  const { data } = await call<{ data: { id: string } }>(page, 'POST', '/shipments', draft)
  await page.goto(`${origin('pacific')}/shipments/wizard/${data.id}/packages`)
  await page.getByRole('button', { name: 'Choose goods' }).click()
  const choosing = page.getByRole('dialog', { name: 'From your stock' })
  await choosing.getByRole('combobox', { name: 'Warehouse' }).click()
  await page.getByRole('listbox').getByRole('option', { name: warehouse }).first().click()
  await choosing.getByLabel('Item 1').fill(mark)
  await page.getByRole('listbox').getByRole('option', { name: title }).click()
  await expect(choosing.getByText('4 free')).toBeVisible()
  await choosing.getByLabel('Quantity').fill('5')
  await expectAccessible(page)
  await choosing.getByRole('button', { name: 'Add to shipment' }).click()
  await expect(choosing.getByRole('alert')).toContainText('Available here: 4.')
  await choosing.getByLabel('Quantity').fill('2')
  await choosing.getByRole('button', { name: 'Add to shipment' }).click()
  await expect(page.getByText(/2 units in warehouse .+ are for this shipment/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Description' }).first()).toHaveValue(title)
  await expect(page.getByText('Draft saved')).toBeVisible()
})
