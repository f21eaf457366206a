import type { Page } from '@playwright/test'
import { choose, collected, publicPage, scanField } from './recording'
import { call, expect, expectAccessible, expectReflow, type Person, signIn, test } from './support'

test.use({ locale: 'en-US' })

/** These tests read English, whatever a test before has left in the account. */
async function enter(page: Page, person: Person = 'staff') {
  await signIn(page, person, 'atlantico', { to: false })
}

async function createShipment(page: Page) {
  const body = { to_name: 'Maria', to_city: 'Berlin' }
  return (await call<{ data: { tracking_code: string } }>(page, 'POST', '/shipments', body)).data
    .tracking_code
}

const record = (page: Page, codes: string[], event: string, location = '') =>
  call(page, 'POST', '/shipments/record_event', { tracking_codes: codes, event_code: event, location })

test('what is scanned here is seen by the receiver, and not on the domain next door', {
  tag: '@phone',
}, async ({ page, somebodyElse }) => {
  await enter(page)
  const code = await createShipment(page)
  await page.goto('/tracking?task=record')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // The focus is nowhere in particular: the scanner types all the same.
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(collected(page)).toHaveCount(1)
  await expect(scanField(page)).toBeFocused()
  await choose(page, 'Departed')
  await page.getByRole('textbox', { name: 'Place' }).fill('Guarulhos')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Recorded for 1 shipment' })).toBeVisible()
  await expect(page.getByRole('link', { name: code })).toBeVisible()
  await expect(collected(page)).toHaveCount(0)

  const visitor = await somebodyElse()
  await visitor.goto(publicPage('atlantico', [code]))
  const card = visitor.getByRole('article', { name: code })
  await expect(card).toContainText('On its way')
  await expect(card.getByRole('listitem').filter({ hasText: 'Departed' })).toContainText('Guarulhos')
  await expect(card).not.toContainText('Maria')
  await visitor.goto(publicPage('pacific', [code]))
  await expect(card).toContainText('We do not know this code.')
})

test('refused codes stay in the list with their reason, the others leave it', async ({ page }) => {
  await enter(page)
  const code = await createShipment(page)
  await page.goto('/tracking?task=record')
  await scanField(page).fill(`${code} AT999999999BR`)
  await choose(page, 'Received at warehouse')
  await page.getByRole('button', { name: /^Record for|^Record$/ }).click()
  const result = page.getByRole('table')
  await expect(result.getByRole('row', { name: code })).toContainText('Recorded')
  await expect(result.getByRole('row', { name: 'AT999999999BR' })).toContainText('Not found.')
  await expect(collected(page)).toHaveCount(1)
  await expect(collected(page)).toContainText('AT999999999BR')
})

test('what was collected outlives a lost connection and a reload', async ({ page, context }) => {
  await enter(page)
  const code = await createShipment(page)
  await page.goto('/tracking?task=record')
  await scanField(page).fill(code)
  await page.keyboard.press('Enter')
  await choose(page, 'Departed')
  await context.setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Everything you entered is still here.')).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(collected(page)).toContainText(code)
  await page.getByRole('button', { name: 'Record for 1 code' }).click()
  await expect(page.getByRole('heading', { name: 'Recorded for 1 shipment' })).toBeVisible()
})

test('the codes stand in the address, so that a reload and Back show the same', async ({ page }) => {
  await enter(page)
  const codes = [await createShipment(page), await createShipment(page)]
  await page.context().setStorageState({ cookies: [], origins: [] })
  await page.goto('/tracking')
  await page.getByRole('textbox', { name: 'Tracking codes' }).fill(codes.join('\n'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Tracking codes' }).fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('times are told by the clock of the place, the reader and UTC', async ({ page, somebodyElse }) => {
  await enter(page)
  const code = await createShipment(page)
  await record(page, [code], 'DEPARTED', 'Guarulhos')
  const receiver = await somebodyElse()
  await receiver.goto(publicPage('atlantico', [code]))
  const times = receiver
    .getByRole('article', { name: code })
    .getByRole('listitem')
    .filter({ hasText: 'Departed' })
  await expect(times).toContainText('GMT-3')
  await receiver.getByText('UTC', { exact: true }).click()
  await expect(times).toContainText('UTC')
  await receiver.reload()
  await expect(times).toContainText('UTC')
})

test("a client searches, and is led to its own shipment; nothing of the desk's is offered", async ({
  page,
}) => {
  await enter(page, 'client')
  const code = await createShipment(page)
  await page.goto(`/tracking?codes=${code}`)
  await expect(page.getByRole('link', { name: code })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('a client who follows a link to the desk is told that it is not theirs', async ({ page }) => {
  await enter(page, 'client')
  await page.goto('/tracking?task=record')
  await expect(page.getByRole('heading', { level: 1, name: 'Unauthorized' })).toBeVisible()
  await expect(page.getByText('You do not have authorization for this action!')).toBeVisible()
  await expect(scanField(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to the start', exact: true }).click()
  await expect(page).toHaveURL(/\/shipments$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible()
})

test('the desk is accessible, with a filled list, an open picker and an answer', { tag: '@phone' }, async ({
  page,
}) => {
  await enter(page)
  const code = await createShipment(page)
  await page.goto(`/tracking?codes=${code}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Record an event' }).click()
  await scanField(page).fill(`${code} AT1`)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Event' }).click()
  await expect(page.getByRole('option', { name: 'Departed' })).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Departed')
  await page.getByRole('button', { name: 'Record for 2 codes' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
})
