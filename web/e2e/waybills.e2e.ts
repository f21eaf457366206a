import type { Page } from '@playwright/test'
import { DAY } from './delivering'
import { openByEntry } from './palette'
import { expect, expectAccessible, expectReflow, origin, signIn, test } from './support'
import { targetsTooSmall } from './targets'
import {
  type Airline,
  act,
  addAirline,
  addRange,
  airportOf,
  airportOutside,
  closeBag,
  expectPdf,
  receive,
  type Waybill,
  writeWaybill,
} from './waybills'

/** Air waybills: ranges of numbers, a waybill from its number to its paper, amended, void, and what the airline reports. */

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('atlantico')}${path}`
const show = (page: Page, { id }: Waybill) => page.goto(at(`/mawbs/${id}`))

async function pick(page: Page, field: ReturnType<Page['getByRole']>, text: string) {
  await field.fill(text)
  await page
    .getByRole('listbox')
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click()
}

/** An airline with ten numbers; the staff goes on. */
async function begin(page: Page): Promise<Airline> {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const airline = await addAirline(page)
  await addRange(page, airline, 1_234_567, 1_234_576)
  await signIn(page, 'staff', 'atlantico', { to: false })
  return airline
}

const rangeDialog = (page: Page) => page.getByRole('dialog', { name: 'Add a range of AWB numbers' })

async function fillRange(page: Page, airline: Airline, first: string, last: string) {
  await page.getByRole('main').getByRole('button', { name: 'Add range' }).first().click()
  const dialog = rangeDialog(page)
  await pick(page, dialog.getByRole('combobox', { name: 'Airline' }), airline.code)
  await dialog.getByRole('textbox', { name: 'First serial' }).fill(first)
  await dialog.getByRole('textbox', { name: 'Last serial' }).fill(last)
  return dialog
}

test('ranges are added without overlap, and closed with a reason', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'admin', 'atlantico', { to: false })
  const airline = await addAirline(page)
  await signIn(page, 'staff', 'atlantico', { to: '/mawbs/ranges' })
  const dialog = await fillRange(page, airline, '12345675', '1234576')
  await dialog.getByRole('button', { name: 'Add range' }).click()
  await expect(dialog.getByText(/Enter seven digits without the check digit/).first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'First serial' }).fill('1234567')
  await expect(dialog.getByText('10 numbers: 12345675 to 12345760')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add range' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('searchbox').fill(airline.awb_prefix)
  const range = `${airline.awb_prefix}-1234567 – 1234576`
  await expect(page.getByRole('main').getByText(range).first()).toBeVisible()
  await expect(page.getByRole('main').getByText(`${airline.awb_prefix}-12345675`).first()).toBeVisible()

  await fillRange(page, airline, '1234570', '1234580')
  await dialog.getByRole('button', { name: 'Add range' }).click()
  await expect(
    dialog.getByText('Another range of this airline has some of these numbers.').first(),
  ).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Last serial' })).toHaveValue('1234580')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: `Actions for ${range}` }).click()
  await page.getByRole('menuitem', { name: 'Close range' }).click()
  const closing = page.getByRole('dialog', { name: 'Close this range?' })
  await closing.getByRole('textbox', { name: 'Reason' }).fill('given back')
  await closing.getByRole('button', { name: 'Close range' }).click()
  await expect(page.getByText('The range is closed').first()).toBeVisible()
})

test('a waybill gets its number, flights and bags, and is issued with what its paper needs', async ({
  page,
}) => {
  test.slow()
  const airline = await begin(page)
  const shipment = await receive(page)
  const airport = await airportOf(page, shipment.to_country_id)
  const from = await airportOutside(page, shipment.to_country_id)
  const bag = await closeBag(page, airport)
  await page.goto(at('/mawbs/new'))
  const main = page.getByRole('main')
  await pick(page, main.getByRole('combobox', { name: 'Airline' }), airline.code)
  await pick(page, main.getByRole('combobox', { name: 'Airport of departure' }), from)
  await pick(page, main.getByRole('combobox', { name: 'Destination airport' }), airport)
  await main.getByRole('button', { name: 'Add flight' }).click()
  const flight = main.getByRole('group', { name: 'Flight 1', exact: true })
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(flight.getByRole('textbox', { name: 'Flight' })).toHaveAttribute('aria-invalid', 'true')
  await flight.getByRole('textbox', { name: 'Flight' }).fill('506')
  await flight.getByRole('textbox', { name: 'Departure day' }).fill(DAY)
  // The server knows how flights are written; all that was typed stays.
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByRole('alert')).toBeVisible()
  await expect(flight.getByRole('textbox', { name: 'Flight' })).toHaveAttribute('aria-invalid', 'true')
  await flight.getByRole('textbox', { name: 'Flight' }).fill('LH506')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Save' }).click()
  const number = `${airline.awb_prefix}-12345675`
  await expect(page.getByRole('heading', { level: 1, name: `AWB ${number}` })).toBeVisible()

  const station = main.getByRole('region', { name: 'Put onto the waybill' })
  const scan = async (code: string) => {
    await station.getByRole('textbox').first().fill(code)
    await page.keyboard.press('Enter')
  }
  await scan('NOTHING-1')
  await expect(station.getByText('No bag and no shipment has this code. Put it aside.').first()).toBeVisible()
  await scan(bag.number)
  await expect(station.getByText(`${bag.number} is on the waybill`).first()).toBeVisible()
  const contents = main.getByRole('list', { name: 'Contents' })
  await expect(contents).toContainText(bag.number)

  await station.getByRole('button', { name: 'Choose from lists' }).click()
  const choosing = page.getByRole('dialog', { name: `Put onto ${number}` })
  const shipments = choosing.getByRole('combobox', { name: 'Shipments without a bag' })
  await pick(page, shipments, shipment.tracking_code)
  await expectAccessible(page)
  await choosing.getByRole('button', { name: 'Put on' }).click()
  await expect(contents).toContainText(shipment.tracking_code)
  await expectAccessible(page)
  await expectReflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await main.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click()
  await main.getByRole('button', { name: 'Issue', exact: true }).click()
  const issuing = page.getByRole('dialog', { name: `Issue ${number}?` })
  await issuing.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(issuing.getByRole('alert')).toContainText('Shipper')
  await issuing.getByRole('link', { name: 'To the form' }).click()
  await fillParty(page, 'Shipper')
  await fillParty(page, 'Consignee')
  await main.getByRole('button', { name: 'Save' }).click()
  await main.getByRole('button', { name: 'Issue', exact: true }).click()
  await issuing.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(page.getByText(`${number} is issued`).first()).toBeVisible()
  await expect(station).toHaveCount(0)
  await expectPdf(page, 'PDF')
})

async function fillParty(page: Page, role: string) {
  const party = page.getByRole('main').getByRole('group', { name: role, exact: true })
  await party.getByRole('textbox', { name: 'Name' }).fill('Cargo Agent')
  await party.getByRole('textbox', { name: 'Street and number' }).fill('Cargo City 1')
  await party.getByRole('textbox', { name: 'City' }).fill('Frankfurt')
  await party.getByRole('combobox', { name: 'Country' }).fill('Brazil')
  await page.getByRole('listbox').getByRole('option', { name: 'Brazil', exact: true }).click()
}

test('an issued waybill is amended, and void only with what the airline says', async ({ page }) => {
  const airline = await begin(page)
  const waybill = await writeWaybill(page, airline)
  await act(page, waybill, 'book')
  await act(page, waybill, 'issue')
  await show(page, waybill)
  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Cost split' })).toContainText('100.00')
  await main.getByRole('link', { name: 'Amend' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Amend ${waybill.number}` })).toBeVisible()
  await main.getByRole('textbox', { name: 'Gross weight' }).fill('2')
  await main.getByRole('button', { name: 'Amend' }).click()
  const reason = main.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await reason.fill('weighed again')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Amend' }).click()
  const documents = main.getByRole('list', { name: 'Documents' })
  await expect(documents).toContainText('weighed again')
  await expectPdf(page, 'PDF of document 1')

  await main.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Void' }).click()
  const dialog = page.getByRole('dialog', { name: `Void ${waybill.number}?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('not flown')
  await dialog.getByRole('button', { name: 'Void' }).click()
  const note = dialog.getByRole('textbox', { name: 'Cancellation by the airline' })
  await expect(note).toHaveAttribute('aria-invalid', 'true')
  await note.fill('cancelled, LH-4711')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Void' }).click()
  await expect(page.getByText(`${waybill.number} is void`).first()).toBeVisible()
  await expect(main.getByText('cancelled, LH-4711')).toBeVisible()
})

test('what the airline reports moves a waybill on', { tag: '@phone' }, async ({ page }) => {
  const airline = await begin(page)
  const waybill = await writeWaybill(page, airline)
  await act(page, waybill, 'book')
  await act(page, waybill, 'issue')
  await show(page, waybill)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Record event' }).click()
  const dialog = page.getByRole('dialog', { name: `Record event of ${waybill.number}` })
  await dialog.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('listbox').getByRole('option', { name: 'Departed (DEP)' }).click()
  await dialog.getByRole('button', { name: 'Record' }).click()
  const source = dialog.getByRole('textbox', { name: 'How it is known' })
  await expect(source).toHaveAttribute('aria-invalid', 'true')
  await source.fill('website of the airline')
  await dialog.getByLabel('When').fill('2099-05-04T10:00')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(dialog.getByLabel('When')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('When').fill('')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(page.getByText(`${waybill.number}: Departed`).first()).toBeVisible()
  await expect(main.getByText('On its way.')).toBeVisible()
  await expect(main.getByRole('list', { name: 'Events' })).toContainText('website of the airline')
})

test('a waybill can be filled and taken apart on a phone', { tag: '@phone-only' }, async ({ page }) => {
  const airline = await begin(page)
  const waybill = await writeWaybill(page, airline)
  await show(page, waybill)
  const contents = page.getByRole('main').getByRole('list', { name: 'Contents' })
  await expect(contents.getByRole('listitem')).toHaveCount(1)
  expect(await targetsTooSmall(page)).toEqual([])
  await contents.getByRole('button', { name: /^Take off / }).click()
  await expect(contents.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(contents.getByRole('listitem')).toHaveCount(1)
  await page.goto(at(`/mawbs/${waybill.id}/edit`))
  await expect(page.getByRole('group', { name: 'Flight 1', exact: true })).toBeVisible()
  expect(await targetsTooSmall(page)).toEqual([])
})

test('the palette opens a waybill by its number', async ({ page }) => {
  const airline = await begin(page)
  const waybill = await writeWaybill(page, airline)
  await page.goto(at('/mawbs'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openByEntry(page, waybill.number, waybill.number)
  await expect(page).toHaveURL(at(`/mawbs/${waybill.id}`))
  await expect(page.getByRole('heading', { level: 1, name: waybill.number })).toBeVisible()
})
