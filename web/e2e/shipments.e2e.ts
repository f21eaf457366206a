import type { Locator, Page } from '@playwright/test'
import { bulkBar as bar, pressVerb as verb } from './bulk'
import { completeForm, type Made } from './complete'
import { labelFrom } from './printing'
import { collected, scanField } from './recording'
import { call, expect, expectAccessible, origin, settled, signIn, test } from './support'

/** Actions on shipments in the list: for one by its menu, for many by the bar above the rows. */

test.use({ locale: 'en-US' })

const HOST = origin('atlantico')

/** Shipments that no other test knows, and the name that finds them. */
async function make(page: Page, count: number, { complete = false } = {}) {
  await signIn(page, 'staff', 'atlantico', { to: false })
  const name = `Listed ${test.info().project.name} ${Date.now()}`
  const made: Made[] = []
  for (let at = 0; at < count; at++) {
    const form = { to_name: name, to_city: 'Recife' }
    const { data } = await call<{ data: Made }>(
      page,
      'POST',
      '/shipments',
      complete ? await completeForm(page, form) : form,
    )
    made.push(data)
  }
  return { name, made }
}

async function show(page: Page, name: string, search: Record<string, string> = {}) {
  await page.goto(`${HOST}/shipments?${new URLSearchParams({ search: name, ...search })}`)
  await expect(rows(page).first()).toBeVisible()
}

const rows = (page: Page) => page.locator('[data-row]')
const row = (page: Page, code: string) => rows(page).filter({ hasText: code })
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })

async function openMenu(page: Page, code: string) {
  await page.getByRole('button', { name: `Actions for ${code}` }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}

const statusOf = async (page: Page, { id }: Made) =>
  (await call<{ data: { status: number } }>(page, 'GET', `/shipments/${id}`)).data.status

const CANCELLED = 0
const CONFIRMED = 30

test('the menu of a row opens the shipment, here and in a tab beside it', async ({ page, context }) => {
  const { name, made } = await make(page, 1)
  const code = made[0]?.tracking_code ?? ''
  await show(page, name)
  await openMenu(page, code)
  await expectAccessible(page)
  const opening = context.waitForEvent('page')
  await entry(page, 'Open in new tab').click()
  const beside = await opening
  await expect(beside.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await beside.close()

  await openMenu(page, code)
  await entry(page, 'Open').click()
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await page.goBack()
  await expect(row(page, code)).toBeVisible()
})

test('the menu of a row leads to its form, and back with what was changed', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  const { name, made } = await make(page, 1)
  const code = made[0]?.tracking_code ?? ''
  await show(page, name)
  if (isMobile) await openMenu(page, code)
  else await row(page, code).click({ button: 'right' })
  await entry(page, 'Edit').click()
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${code}` })).toBeVisible()
  const receiver = page.getByRole('group', { name: 'Recipient', exact: true })
  await receiver.getByRole('textbox', { name: 'City' }).fill('Olinda')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: code, exact: true })).toBeVisible()
  await show(page, name)
  await expect(row(page, code)).toContainText('Olinda')
})

test('the menu of a row prints its label', { tag: '@phone' }, async ({ page }) => {
  const { name, made } = await make(page, 1, { complete: true })
  const code = made[0]?.tracking_code ?? ''
  await show(page, name)
  await openMenu(page, code)
  const label = await labelFrom(page, entry(page, 'Print label'))
  expect(label.subarray(0, 5).toString()).toBe('%PDF-')
})

test('the menu of a row copies it, under a number of its own', async ({ page }) => {
  const { name, made } = await make(page, 1)
  const code = made[0]?.tracking_code ?? ''
  await show(page, name)
  await openMenu(page, code)
  await entry(page, 'Duplicate').click()
  const dialog = page.getByRole('dialog', { name: `Duplicate ${code}?` })
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByText('Shipment duplicated. You are viewing the copy.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^AT\d{9}BR$/ })).not.toHaveText(code)
  await show(page, name)
  await expect(rows(page)).toHaveCount(2)
})

test('the menu of a row takes its code to the recording of events', async ({ page }) => {
  const { name, made } = await make(page, 1)
  const code = made[0]?.tracking_code ?? ''
  await show(page, name)
  await openMenu(page, code)
  await entry(page, 'Record event').click()
  await expect(scanField(page)).toBeVisible()
  await expect(collected(page)).toContainText(code)
})

test('the menu of a row cancels it once a reason was asked for, and then says why nothing more can be done', async ({
  page,
}) => {
  const { name, made } = await make(page, 1)
  const [shipment] = made as [Made]
  await show(page, name)
  await openMenu(page, shipment.tracking_code)
  await entry(page, 'Cancel shipment').click()
  const dialog = page.getByRole('dialog', { name: `Cancel ${shipment.tracking_code}?` })
  await dialog.getByRole('button', { name: 'Don’t cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await statusOf(page, shipment)).not.toBe(CANCELLED)

  await openMenu(page, shipment.tracking_code)
  await entry(page, 'Cancel shipment').click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sent twice')
  await dialog.getByRole('button', { name: 'Cancel shipment' }).click()
  await expect(page.getByText('Register canceled successfully.')).toBeVisible()
  await expect(row(page, shipment.tracking_code)).toContainText('Canceled')

  await openMenu(page, shipment.tracking_code)
  const refused = page.getByRole('menuitem', { name: /^Edit/ })
  await expect(refused).toHaveAttribute('aria-disabled', 'true')
  await expect(refused).toContainText('This shipment is canceled.')
  await refused.click({ force: true })
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
})

test('selected rows are cancelled together, and the one that cannot be is named', { tag: '@phone' }, async ({
  page,
}) => {
  const { name, made } = await make(page, 3)
  const [first, second, third] = made as [Made, Made, Made]
  await call(page, 'POST', '/shipments/record_event', {
    tracking_codes: [second.tracking_code],
    event_code: 'DEPARTED',
    location: '',
  })
  await show(page, name)
  for (const shipment of [first, second]) await check(page, shipment)
  await expect(bar(page)).toContainText('2 selected')
  await expectAccessible(page)
  await verb(page, 'Cancel shipments')
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 shipments?' })
  await dialog.getByRole('button', { name: 'Cancel shipments' }).click()
  await expect(dialog).toContainText('Required field')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sent twice')
  await dialog.getByRole('button', { name: 'Cancel shipments' }).click()

  const report = page.getByRole('dialog', { name: 'Results by shipment' })
  await expect(report.getByRole('status')).toHaveText('1 canceled · 1 unchanged')
  await expect(report.getByRole('listitem').filter({ hasText: second.tracking_code })).toContainText(
    'This shipment is already in transit and can only be returned.',
  )
  await expectAccessible(page)
  await report.getByText('Close').click()
  await expect(report).toBeHidden()
  await expect(row(page, first.tracking_code)).toContainText('Canceled')
  expect(await statusOf(page, second)).not.toBe(CANCELLED)
  expect(await statusOf(page, third)).not.toBe(CANCELLED)
})

test('all results of the filter are cancelled, also those of other pages, and no others', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'cards have no box for the whole page')
  const outside = await make(page, 1)
  const { name, made } = await make(page, 12)
  await show(page, name, { per_page: '10' })
  await selectAll(page, 12)
  await verb(page, 'Cancel shipments')
  const dialog = page.getByRole('dialog', { name: 'Cancel 12 shipments?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A test')
  await dialog.getByRole('button', { name: 'Cancel shipments' }).click()
  const report = page.getByRole('dialog', { name: 'Results by shipment' })
  await expect(report.getByRole('status')).toHaveText('12 canceled')
  for (const shipment of made) expect(await statusOf(page, shipment)).toBe(CANCELLED)
  for (const shipment of outside.made) expect(await statusOf(page, shipment)).not.toBe(CANCELLED)
})

test('complete ones of the selection are confirmed together', async ({ page, isMobile }) => {
  test.skip(isMobile, 'cards have no box for the whole page')
  const { name, made } = await make(page, 2, { complete: true })
  const { data: incomplete } = await call<{ data: Made }>(page, 'POST', '/shipments', { to_name: name })
  await show(page, name)
  for (const shipment of [...made, incomplete]) await check(page, shipment)
  await verb(page, 'Confirm')
  const dialog = page.getByRole('dialog', { name: 'Confirm 3 shipments?' })
  await expect(dialog).toContainText('1 shipment cannot be confirmed')
  await expect(dialog.getByRole('list', { name: 'Price of each shipment' })).toContainText('Missing: Service')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Confirm 2' }).click()
  const report = page.getByRole('dialog', { name: 'Results by shipment' })
  await expect(report.getByRole('status')).toHaveText('2 confirmed · 1 unchanged')
  await expect(report.getByRole('listitem').filter({ hasText: incomplete.tracking_code })).toContainText(
    'Missing: Service',
  )
  for (const shipment of made) expect(await statusOf(page, shipment)).toBe(CONFIRMED)
})

test('a clerk confirms nine drafts in one call, prints them, and none waits to be printed any more', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'cards have no box for the whole page')
  const { name, made } = await make(page, 9, { complete: true })
  await show(page, name)
  for (const shipment of made) await check(page, shipment)
  await verb(page, 'Confirm')
  const dialog = page.getByRole('dialog', { name: 'Confirm 9 shipments?' })
  await dialog.getByRole('button', { name: 'Confirm 9' }).click()
  const report = page.getByRole('dialog', { name: 'Results by shipment' })
  await expect(report.getByRole('status')).toHaveText('9 confirmed')
  await expectAccessible(page)
  const tab = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}`) })
  await report.getByRole('button', { name: 'Print 9 labels' }).click()
  const asked = page.waitForResponse(/print_labels/)
  await page
    .getByRole('dialog', { name: 'Print labels for 9 shipments' })
    .getByRole('button', { name: 'Print labels' })
    .click()
  const { data } = (await (await asked).json()) as { data: { id: string } }
  await expect
    .poll(
      async () =>
        (await call<{ data: { done: number } }>(page, 'GET', `/background_tasks/${data.id}`)).data.done,
    )
    .toBe(9)
  await page.goto(`${HOST}/shipments?${new URLSearchParams({ search: name })}`)
  await expect(tab('To print')).toContainText('0')
  await tab('Labeled').click()
  await expect(rows(page)).toHaveCount(9)
  await expect(rows(page).first()).toContainText('Printed')
})

test('rows are held and released together, and the tab On hold is their queue', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'cards have no box for the whole page')
  const { name, made } = await make(page, 2, { complete: true })
  await show(page, name)
  for (const shipment of made) await check(page, shipment)
  await verb(page, 'Put on hold')
  const dialog = page.getByRole('dialog', { name: 'Put 2 shipments on hold?' })
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect(dialog).toContainText('Required field')
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await dialog.getByRole('option', { name: 'Documents missing' }).click()
  await expect(dialog).toContainText('we are waiting for documents')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  const report = page.getByRole('dialog', { name: 'Results by shipment' })
  await expect(report.getByRole('status')).toHaveText('2 on hold')
  await report.getByText('Close').click()
  await page.getByRole('button', { name: /^On hold/ }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Documents missing')
  for (const shipment of made) await check(page, shipment)
  await verb(page, 'Release')
  await page
    .getByRole('dialog', { name: 'Release 2 shipments?' })
    .getByRole('button', { name: 'Release' })
    .click()
  await expect(report.getByRole('status')).toHaveText('2 released')
  await report.getByRole('button', { name: 'Undo all 2' }).click()
  await expect(page.getByText('2 shipments are back to their previous status.')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
})

test('labels of all results are printed in the background into one file', async ({ page, isMobile }) => {
  test.skip(isMobile, 'cards have no box for the whole page')
  const { name } = await make(page, 12, { complete: true })
  await show(page, name, { per_page: '10' })
  await selectAll(page, 12)
  await verb(page, 'Print labels')
  const dialog = page.getByRole('dialog', { name: 'Print labels for 12 shipments' })
  await expectAccessible(page)
  const asked = page.waitForResponse(/print_labels/)
  await dialog.getByRole('button', { name: 'Print labels' }).click()
  const { data } = (await (await asked).json()) as { data: { id: string; total: number } }
  await expect(dialog).toBeHidden()
  await expect
    .poll(
      async () =>
        (await call<{ data: { done: number } }>(page, 'GET', `/background_tasks/${data.id}`)).data.done,
    )
    .toBe(12)
})

test('codes of all results are laid on the desk that records events', async ({ page, isMobile }) => {
  test.skip(isMobile, 'cards have no box for the whole page')
  const { name, made } = await make(page, 12)
  await show(page, name, { per_page: '10' })
  await selectAll(page, 12)
  await verb(page, 'Record event')
  await expect(scanField(page)).toBeVisible()
  await expect(collected(page)).toHaveCount(12)
  // Another selection takes the place of what was laid there before.
  await show(page, name)
  for (const shipment of made.slice(0, 2)) await check(page, shipment)
  await verb(page, 'Record event')
  await expect(collected(page)).toHaveCount(2)
})

test('the bar keeps to one line: verbs without room are in a menu', async ({ page, isMobile }) => {
  test.skip(isMobile, 'it is about the window getting smaller')
  const { name, made } = await make(page, 1)
  await show(page, name)
  await check(page, made[0] as Made)
  const verb = bar(page).getByRole('button', { name: 'Documents' })
  await expect(verb).toBeVisible()
  const height = await heightOf(bar(page))
  await narrowUntilHidden(page, verb)
  expect(await heightOf(bar(page))).toBe(height)
  await bar(page).getByRole('button', { name: 'More actions' }).click()
  await expect(entry(page, 'Documents')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Release/ })).toContainText('is on hold.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(verb).toBeVisible()
})

/** How narrow that is depends on the typeface. */
async function narrowUntilHidden(page: Page, part: Locator) {
  for (let width = 1240; await part.isVisible(); width -= 40) {
    expect(width).toBeGreaterThan(640)
    await page.setViewportSize({ width, height: 800 })
    await settled(page)
  }
}

const heightOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().height)

const check = (page: Page, { tracking_code }: Made) =>
  page.getByRole('checkbox', { name: `Select ${tracking_code}` }).check()

async function selectAll(page: Page, count: number) {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar(page)
    .getByRole('button', { name: `Select all ${count}` })
    .click()
  await expect(bar(page)).toContainText(`All ${count} selected`)
}

test('what is missing is filled in beside the list, and the next one follows', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same form, under the menu of a card')
  const name = `Gaps ${Date.now()}`
  await signIn(page, 'staff', 'atlantico', { to: false })
  for (let at = 0; at < 2; at++)
    await call(page, 'POST', '/shipments', await completeForm(page, { to_name: name, to_city: null }))
  await show(page, name)
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  const city = page.getByRole('complementary').getByRole('textbox', { name: 'City' })
  await expect(city).toBeVisible()
  await expectAccessible(page)
  await city.fill('Recife')
  await city.press('Enter')
  // The field of the next one, ready to be typed in.
  await expect(city).toHaveValue('')
  await expect(city).toBeFocused()
  await page.keyboard.type('Olinda')
  await page.keyboard.press('Enter')
  await expect(rows(page).filter({ hasText: 'Details missing' })).toHaveCount(0)
  await expect(rows(page).filter({ hasText: 'Recife' })).toHaveCount(1)
  await expect(rows(page).filter({ hasText: 'Olinda' })).toHaveCount(1)
})
