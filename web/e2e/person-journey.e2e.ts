import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { choose } from './choices'
import { confirmDeposit, register, stage } from './journeys'
import { labelFrom } from './printing'
import { expect, signIn, test } from './support'

/** A private person in the United States sends one parcel abroad: no tax number, pounds and dollars, Letter paper. */

test.use({ locale: 'en-US' })

const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const street = (page: Page, side: string) => part(page, side).getByRole('textbox', { name: /^Street/ })

test('a private person registers, pays from the review and prints papers in Letter, without a reload', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'the same work of the server; phones see these screens in specs of their own')
  test.slow()
  const stamp = Date.now()
  const name = `Paul Quinn ${stamp}`
  await test.step('registers without a tax number', () =>
    register(page, 'pacific', `paul-${stamp}@quinn.test`, () => fillPerson(page, name)))

  await test.step('describes the parcel step by step', async () => {
    await page.getByRole('main').getByRole('link', { name: 'New shipment' }).first().click()
    await fillPlaces(page)
    await fillGoods(page)
    await page.getByRole('radio', { name: /^Priority/ }).check()
    await button(page, 'Continue').click()
  })
  await test.step('pays from the review, which has the money once staff confirm it', async () => {
    const payment = part(page, 'Payment')
    await expect(payment.getByRole('status')).toContainText(/\$[\d,.]+ missing/)
    await payment.getByRole('button', { name: /^Add funds: \$/ }).click()
    const funds = page.getByRole('dialog', { name: 'Add funds' })
    await expect(funds).toContainText('Routing number (ABA)')
    await funds.getByRole('button', { name: 'Report deposit' }).click()
    await expect(payment).toContainText('is waiting for confirmation')
    const staff = await somebodyElse()
    await signIn(staff, 'staff', 'pacific', { to: '/' })
    await confirmDeposit(staff, name)
    await expect(payment.getByRole('status')).toHaveCount(0)
  })
  await test.step('confirms, and reads inches and pounds', async () => {
    await button(page, /^Confirm at \$/).click()
    await expect(stage(page)).toContainText('Confirmed')
    await expect(page.getByText('12 × 8 × 4 in')).toBeVisible()
    await expect(page.getByText(/\b2 lb\b/).first()).toBeVisible()
  })
  await test.step('prints the label, and the invoice on the paper of the country', async () => {
    const label = await labelFrom(page, button(page, 'Print label'))
    expect(label.subarray(0, 5).toString()).toBe('%PDF-')
    await button(page, 'Documents').click()
    const invoice = await labelFrom(page, page.getByRole('menuitem', { name: 'Commercial invoice' }))
    expect(paperOf(invoice)).toMatch(/612 x 792 pts/)
  })
})

async function fillPerson(page: Page, name: string) {
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
  await field('Full name').fill(name)
  await expect(field('Tax ID')).toHaveValue('')
  await field('Date of birth').fill('05051990')
  await field('Phone').fill('4155550132')
  await field('ZIP code').fill('94103')
  await field('Street address').fill('560 Mission Street')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('California')
  await field('City').fill('San Francisco')
}

/** The sender stands there already; the recipient is abroad. */
async function fillPlaces(page: Page) {
  await expect(street(page, 'Sender')).toHaveValue('560 Mission Street')
  await button(page, 'Continue').click()
  const recipient = part(page, 'Recipient')
  await recipient.getByRole('combobox', { name: 'Country', exact: true }).fill('Germany')
  await page.getByRole('option', { name: 'Germany' }).click()
  await recipient.getByRole('combobox', { name: 'Name' }).fill('Erika Muster')
  await recipient.getByRole('textbox', { name: 'Postal code' }).fill('10119')
  await street(page, 'Recipient').fill('Torstraße')
  await recipient.getByRole('textbox', { name: 'City' }).fill('Berlin')
  await button(page, 'Continue').click()
}

async function fillGoods(page: Page) {
  const parcel = part(page, 'Parcel 1')
  for (const [side, inches] of Object.entries({ Length: '12', Width: '8', Height: '4' }))
    await parcel.getByRole('textbox', { name: side }).fill(inches)
  await parcel.getByRole('textbox', { name: 'Weight' }).fill('2')
  await choose(page, 'Contents', 'Merchandise')
  const item = part(page, 'Item 1')
  await item.getByRole('textbox', { name: 'Description' }).fill('Ceramic mug')
  await item.getByRole('textbox', { name: 'Quantity' }).fill('2')
  await item.getByRole('textbox', { name: 'Unit value' }).fill('9.50')
  await item.getByRole('combobox', { name: 'HS code' }).fill('ceramic mug')
  await page.getByRole('option', { name: '6912.00' }).first().click()
  await item.getByRole('textbox', { name: 'Net weight' }).fill('1')
  await item.getByRole('combobox', { name: 'Country of origin' }).fill('Portugal')
  await page.getByRole('option', { name: 'Portugal' }).click()
  await button(page, 'Continue').click()
}

/** The size of the pages of a PDF. */
function paperOf(pdf: Buffer) {
  const file = test.info().outputPath('paper.pdf')
  writeFileSync(file, pdf)
  return execFileSync('pdfinfo', [file], { encoding: 'utf8' })
}
