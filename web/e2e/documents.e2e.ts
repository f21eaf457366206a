import type { Page } from '@playwright/test'
import { pressVerb } from './bulk'
import { completeForm } from './complete'
import { labelFrom, linesOf } from './printing'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Papers of shipments, and the layouts that a company gives them. */

test.use({ locale: 'en-US' })

const HOST = origin('atlantico')

type Made = { id: string; tracking_code: string }

const ITEM = { description: 'Ceramic mug', quantity: '2', unit_value: '64.95', hs_code: '6912.00' }

/** Over a border, where customs papers belong to the label. */
const TO_GERMANY = {
  to_country_id: 81,
  to_postcode: '10119',
  to_state_id: null,
  to_city: 'Berlin',
  to_document: null,
  to_phone: '+4930901820',
}

async function make(page: Page, item: Record<string, unknown>, to: Record<string, unknown> = {}) {
  const form = { ...(await completeForm(page)), currency: 'USD', incoterm: 'DAP', items: [item], ...to }
  return (await call<{ data: Made }>(page, 'POST', '/shipments', form)).data
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const entry = (page: Page, name: RegExp) => page.getByRole('menuitem', { name })

async function openShipment(page: Page, { id, tracking_code }: Made) {
  await page.goto(`${HOST}/shipments/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: tracking_code })).toBeVisible()
  await button(page, 'Documents').click()
  await expect(page.getByRole('menu')).toBeVisible()
}

test('a shipment prints its papers, and says what one of them lacks', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'staff', 'atlantico', { to: false })
  await openShipment(page, await make(page, ITEM))
  await expectAccessible(page)
  await entry(page, /^Customs declaration/).click()
  const dialog = page.getByRole('dialog', { name: /^Customs declaration .* details are missing/ })
  await expect(dialog).toContainText('Net weight of item 1, Country of origin of item 1')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Complete details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Edit / })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Net weight/ })).toBeFocused()

  await openShipment(page, await make(page, { ...ITEM, net_weight_g: 800, origin_country_id: 32 }))
  const pdf = await labelFrom(page, entry(page, /^Customs declaration/))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')

  const whole = await make(page, { ...ITEM, net_weight_g: 800, origin_country_id: 32 }, TO_GERMANY)
  await openShipment(page, whole)
  const lines = linesOf(await labelFrom(page, entry(page, /^Label and customs papers/))).join(' ')
  expect(lines).toContain('COMMERCIAL INVOICE')
  const prints = async () =>
    (await call<{ data: { label_prints: number } }>(page, 'GET', `/shipments/${whole.id}`)).data.label_prints
  await expect.poll(prints).toBe(1)
})

test('chosen papers of many shipments are made in the background', async ({ page, isMobile }) => {
  test.skip(isMobile, 'cards have no box for the whole page')
  await signIn(page, 'staff', 'atlantico', { to: false })
  const item = { ...ITEM, net_weight_g: 800, origin_country_id: 32 }
  const { tracking_code } = await make(page, item)
  await page.goto(`${HOST}/shipments?search=${tracking_code}`)
  await page.getByRole('checkbox', { name: `Select ${tracking_code}` }).check()
  await pressVerb(page, 'Documents')
  const dialog = page.getByRole('dialog', { name: 'Documents for 1 shipment' })
  await expect(dialog.getByRole('checkbox', { name: 'Commercial invoice' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Shipment summary' }).check()
  await expectAccessible(page)
  const asked = page.waitForResponse(/print_labels/)
  await dialog.getByRole('button', { name: 'Create documents' }).click()
  const { data } = (await (await asked).json()) as { data: { id: string } }
  await expect(dialog).toBeHidden()
  type Task = { data: { result_params: { printed?: number; pages?: number } | null } }
  const result = async () =>
    (await call<Task>(page, 'GET', `/background_tasks/${data.id}`)).data.result_params
  await expect.poll(async () => (await result())?.pages).toBe(3)
})

test('a company replaces a layout, learns what is wrong with it, and goes back', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the layouts are one for the whole company')
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/settings/documents`)
  await page.getByRole('link', { name: 'Open the layout of Shipment summary' }).click()
  const layout = page.getByRole('textbox', { name: 'Layout' })
  const text = await layout.inputValue()
  await expectAccessible(page)

  await layout.fill(text.replace('{route}', '{rout}'))
  await button(page, 'Show').click()
  const problem = page.getByRole('button', {
    name: /^Line \d+, box “route”: the field “rout” does not exist/,
  })
  await expect(problem).toBeVisible()
  await expectAccessible(page)
  await problem.click()
  await expect(layout).toBeFocused()
  const marked = () =>
    layout.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))
  expect(await marked()).toContain('{rout}')
  await button(page, 'Save').click()
  await expect(problem).toBeVisible()

  await layout.fill(text.replace('{route}', 'To: {route}'))
  await button(page, 'Show').click()
  await expect(page.getByRole('link', { name: 'Save preview' })).toBeVisible()
  await expect(problem).toBeHidden()
  await button(page, 'Save').click()
  await expect(page.getByText('Layout saved. New documents use it.').first()).toBeVisible()
  await expect(layout).toHaveValue(/To: \{route\}/)
  await expectReflow(page)
  await button(page, 'Restore built-in').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore built-in' }).click()
  await expect(layout).toHaveValue(text)
  await page
    .getByRole('button', { name: /^Load version \d+ into the editor/ })
    .first()
    .click()
  await expect(layout).toHaveValue(/To: \{route\}/)
})
