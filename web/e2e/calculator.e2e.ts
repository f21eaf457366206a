import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectReflow,
  look,
  origin,
  PASSWORD,
  signIn,
  tabTo,
  test,
} from './support'

test.use({ locale: 'en-US' })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** Goes there by Tab and writes over what stands in it. */
async function write(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Goes there by Tab, types a few letters and takes the first match. */
async function choose(page: Page, field: Locator, letters: string) {
  await write(page, field, letters)
  // A native list, as that of the phone codes, has no part of this role.
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
}

test('a client goes from the calculator to a confirmed shipment by keys alone', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keyboard')
  test.slow()
  await signIn(page, 'client', 'pacific')
  let price = ''

  await test.step('calculate', async () => {
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Get a price' }))
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Freight calculator')).toBeFocused()
    await choose(page, part(page, 'To').getByRole('combobox', { name: 'Country', exact: true }), 'Brazil')
    await write(page, page.getByRole('textbox', { name: 'Weight each' }), '3')
    await page.keyboard.press('Enter')
    const offer = page.getByRole('region', { name: 'Prices' }).getByRole('article').first()
    price = (await offer.locator('strong').textContent()) ?? ''
    expect(price).toMatch(/^\$[\d,.]+$/)
    // The prices stand beside the form, not below it.
    await expect(offer).toBeInViewport()
    await expectAccessible(page)
    await page.reload()
    await expect(offer.locator('strong')).toHaveText(price)
    await tabTo(page, offer.getByRole('button', { name: /^Ship with/ }))
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Who sends it?')).toBeFocused()
  })

  await test.step('sender and recipient', async () => {
    const sender = part(page, 'Sender')
    await expect(sender.getByRole('textbox', { name: 'Street address' })).not.toHaveValue('')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(heading(page, 'Who receives it?')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Enter')
    const summary = page.getByRole('main').getByRole('alert')
    await expect(summary).toBeFocused()
    await tabTo(page, summary.getByRole('button', { name: /^Name/ }))
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ana Souza')
    const recipient = part(page, 'Recipient')
    await write(page, recipient.getByRole('textbox', { name: 'Postal code' }), '50050-000')
    await write(page, recipient.getByRole('textbox', { name: 'Street' }), 'Rua da Aurora')
    await choose(page, recipient.getByRole('combobox', { name: 'State' }), 'Pernambuco')
    await write(page, recipient.getByRole('textbox', { name: 'City' }), 'Recife')
    await write(page, recipient.getByRole('textbox', { name: 'CPF' }), '52998224725')
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.reload()
    await expect(recipient.getByRole('textbox', { name: 'City' })).toHaveValue('Recife')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(heading(page, 'What are you sending?')).toBeFocused()
  })

  await test.step('contents and service', async () => {
    const item = part(page, 'Item 1')
    await write(page, item.getByRole('textbox', { name: 'Description' }), 'Coffee, roasted')
    await write(page, item.getByRole('textbox', { name: 'Unit value' }), '20')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('HS code: Required field.')
    await expect(page.getByText('Draft saved')).toBeVisible()
    // What is saved meanwhile does not hide what is missing.
    await expect(page.getByRole('main').getByRole('alert')).toContainText('HS code: Required field.')
    await write(page, item.getByRole('combobox', { name: 'HS code' }), '090121')
    await write(page, item.getByRole('textbox', { name: 'Net weight' }), '2')
    await choose(page, item.getByRole('combobox', { name: 'Country of origin' }), 'Brazil')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(heading(page, 'Choose a service')).toBeFocused()
    await expect(page.getByRole('radio', { checked: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(heading(page, 'Review and confirm')).toBeFocused()
  })

  await test.step('confirm', async () => {
    const confirm = page.getByRole('button', { name: `Confirm at ${price}` })
    await expect(confirm).toBeVisible()
    await look(page, 'review of a shipment')
    await expectAccessible(page)
    await expectReflow(page)
    await tabTo(page, confirm)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Shipment confirmed', { exact: true }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
    await expect(page.getByText(price).first()).toBeVisible()
  })
})

test('anybody calculates on the public page, and goes on after signing in', { tag: '@phone' }, async ({
  page,
}) => {
  const address = `${origin('pacific')}/calculate`
  await page.goto(address)
  await expect(heading(page, 'Freight calculator')).toBeVisible()
  await part(page, 'To').getByRole('combobox', { name: 'Country', exact: true }).fill('Brazil')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Weight each' }).fill('3')
  await page.getByRole('button', { name: 'Calculate prices' }).click()
  const prices = page.getByRole('region', { name: 'Prices' })
  await expect(prices.getByRole('article').first()).toContainText('$')
  await look(page, 'public calculator')
  await expectAccessible(page)
  await page.goBack()
  await expect(prices.getByRole('article')).toHaveCount(0)
  await page.goForward()
  await expect(prices.getByRole('article').first()).toContainText('$')

  await page.getByRole('link', { name: 'Sign in to ship' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'I already have an account' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('client@pacific.test')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/calculator\?/)
  await expect(prices.getByRole('button', { name: /^Ship with/ }).first()).toBeVisible()
})
