import type { Page } from '@playwright/test'
import { makeTwin } from './company'
import { linksFor } from './emails'
import { choose, collected, publicPage, scanField } from './recording'
import { call, expect, expectAccessible, expectReflow, origin, type Person, signIn, test } from './support'

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
  await page.getByRole('textbox', { name: 'Location' }).fill('Guarulhos')
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
  await expect(card).toContainText('Code not found')
})

test('each scan is looked up at once, and recorded at once where that is wanted', { tag: '@phone' }, async ({
  page,
}) => {
  await enter(page)
  const [first, second] = [await createShipment(page), await createShipment(page)]
  await page.goto('/tracking?task=record')
  await expect(scanField(page)).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/tracking') asked.push(searchParams.get('codes') ?? '')
  })
  await scanField(page).pressSequentially(first)
  await page.keyboard.press('Enter')
  await expect(collected(page).filter({ hasText: first })).toContainText('Maria, Berlin')
  await scanField(page).pressSequentially('AT999999999BR')
  await page.keyboard.press('Enter')
  await expect(collected(page).first()).toContainText('No shipment has this code.')
  expect(asked).toEqual([first, 'AT999999999BR'])
  await expectAccessible(page)

  const events = page.getByRole('group', { name: 'Frequent events' })
  await events.getByRole('button', { name: 'Departed' }).click()
  await page.getByRole('switch', { name: /^Record each scan immediately/ }).check({ force: true })
  await page.keyboard.type(second)
  await page.keyboard.press('Enter')
  await expect(collected(page).filter({ hasText: second })).toContainText('Recorded')
  await expect(page.getByText('2 codes · 1 not found · 1 recorded')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/tracking?codes=${second}`)
  await expect(page.getByRole('article', { name: second })).toContainText('On its way')
})

test('the frequent events are chosen by a star, and this browser remembers them', async ({ page }) => {
  await enter(page)
  await page.goto('/tracking?task=record')
  const events = page.getByRole('group', { name: 'Frequent events' })
  await expect(events.getByRole('button')).toHaveText([
    'Picked up',
    'Received at warehouse',
    'Packed for dispatch',
    'Departed',
    'Out for delivery',
    'Delivered',
  ])
  await events.getByRole('button', { name: 'Picked up' }).click()
  await page.getByRole('button', { name: 'Remove from frequent events' }).click()
  await choose(page, 'In customs')
  await page.getByRole('button', { name: 'Add to frequent events' }).click()
  await page.reload()
  await expect(events.getByRole('button').last()).toHaveText('In customs')
  await expect(events.getByRole('button', { name: 'Picked up' })).toHaveCount(0)
})

test('a browser that cannot read bar codes says so instead of opening the camera', async ({ page }) => {
  await enter(page)
  await page.goto('/tracking?task=record')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByRole('dialog')).toContainText('This browser cannot read barcodes')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeFocused()
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
  await expect(page.getByText('Your entries are still here.')).toBeVisible()
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

test('a code has a page of its own that says at once where the parcel is', { tag: '@phone' }, async ({
  page,
  isMobile,
  somebodyElse,
}) => {
  await enter(page)
  const code = await createShipment(page)
  await record(page, [code], 'OUT_FOR_DELIVERY', 'Berlin')
  const visitor = await somebodyElse()
  await visitor.goto(`${origin('atlantico')}/tracking/${code}`)
  const headline = visitor.getByText('Out for delivery today')
  await expect(headline).toBeVisible()
  const box = await headline.boundingBox()
  if (isMobile) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(200)

  await record(page, [code], 'DELIVERED', 'Berlin')
  await record(page, [code], 'OUT_FOR_DELIVERY', 'Berlin')
  await visitor.reload()
  const card = visitor.getByRole('article', { name: code })
  await expect(card.getByText(/^Delivered \d+ \w+,/)).toBeVisible()
  await expect(
    card
      .getByRole('list', { name: /^Events/ })
      .getByRole('listitem')
      .first(),
  ).toContainText('Delivered')
  await expect(visitor.getByRole('button', { name: 'Get e-mail updates' })).toHaveCount(0)

  await visitor.getByRole('textbox', { name: 'Tracking codes' }).fill('AT999999999BR')
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(/\/tracking\/AT999999999BR$/)
  await expect(visitor.getByRole('article', { name: 'AT999999999BR' })).toContainText(
    'The check digit does not match, so one digit is probably wrong. Code not found.',
  )
})

test('a receiver reads where the parcel is without any script, and asks for another', {
  tag: '@phone',
}, async ({ page, somebodyElse }) => {
  await enter(page)
  const codes = [await createShipment(page), await createShipment(page)]
  await record(page, codes, 'DEPARTED', 'Guarulhos')
  const receiver = await somebodyElse({ javaScriptEnabled: false })
  await receiver.goto(`${origin('atlantico')}/tracking/${codes[0]}`)
  const card = (code = '') => receiver.getByRole('article', { name: code })
  await expect(card(codes[0])).toContainText('On its way')
  await expect(card(codes[0]).getByRole('listitem').filter({ hasText: 'Guarulhos' })).toContainText('GMT-3')
  await receiver.getByRole('textbox', { name: 'Tracking codes' }).fill(codes[1] ?? '')
  await receiver.getByRole('button', { name: 'Track' }).click()
  await expect(card(codes[1])).toContainText('On its way')
  await receiver.getByRole('link', { name: 'Español' }).click()
  await expect(receiver.locator('html')).toHaveAttribute('lang', 'es')
  await expect(card(codes[1])).toContainText('En camino')
})

test('the app comes only when somebody needs it, and asks for nothing again', async ({
  page,
  somebodyElse,
}) => {
  await enter(page)
  const code = await createShipment(page)
  const visitor = await somebodyElse()
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visitor.goto(`${origin('atlantico')}/tracking/${code}`)
  await expect(visitor.getByRole('article', { name: code })).toContainText('Being prepared')
  expect(asked.filter((path) => path.startsWith('/api') || /^\/assets\/.*\.js$/.test(path))).toEqual([])
  await visitor.getByRole('button', { name: 'My time zone' }).click()
  await expect(visitor.getByRole('radio', { name: 'My time zone' })).toBeChecked()
  await expect(visitor.getByRole('article', { name: code })).toContainText('Being prepared')
  expect(asked).not.toContain('/api/tracking')
})

test('a visitor is told of changes by e-mail, until the visitor stops it', async ({ page, somebodyElse }) => {
  await enter(page)
  const code = await createShipment(page)
  const address = `rui-${Date.now()}@example.com`
  const visitor = await somebodyElse()
  await visitor.goto(`${origin('atlantico')}/tracking/${code}`)
  await visitor.getByRole('button', { name: 'Get e-mail updates' }).click()
  await expect(visitor.getByRole('textbox', { name: 'Your e-mail' })).toBeFocused()
  await visitor.keyboard.type('nobody')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('textbox', { name: 'Your e-mail' })).toHaveAccessibleDescription(/./)
  await visitor.getByRole('textbox', { name: 'Your e-mail' }).fill(address)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('status').filter({ hasText: 'Check your inbox' })).toContainText(address)
  await expectAccessible(visitor)

  const confirmations = () => linksFor(address, '/tracking-updates/confirm')
  await expect.poll(() => confirmations().length).toBe(1)
  await visitor.goto(confirmations()[0] ?? '')
  await visitor.getByRole('button', { name: 'Get e-mail updates' }).click()
  await expect(visitor.getByText(`You will get e-mail updates on ${code}`)).toBeVisible()
  await expectAccessible(visitor)

  await record(page, [code], 'DEPARTED', 'Guarulhos')
  const ends = () => linksFor(address, '/tracking-updates/stop')
  await expect.poll(() => ends().length).toBe(1)
  await visitor.goto(ends()[0] ?? '')
  await expect(visitor.getByText('You will get no more e-mails about this shipment.')).toBeVisible()
  await expectAccessible(visitor)
  await visitor.getByRole('link', { name: `Track ${code}` }).click()
  await expect(visitor.getByRole('article', { name: code })).toContainText('On its way')
  // Links without their ends lead on, too.
  await visitor.goto(new URL('/tracking-updates', visitor.url()).href)
  await expect(visitor).toHaveURL(/\/tracking$/)
  await page.goto(new URL('/emails', page.url()).href)
  await expect(page).toHaveURL(/\/my-account\/notifications$/)
})

test('where the page asks for the postal code, e-mails are offered to those who know it', async ({
  page,
  somebodyElse,
}) => {
  test.slow()
  const slug = await makeTwin('atlantico', 'postal')
  await signIn(page, 'admin', slug, { to: false })
  await call(page, 'PATCH', '/feature_flags/tracking_postcode', { enabled: true })
  const body = { to_name: 'Maria', to_city: 'Berlin', to_country_id: 81, to_postcode: '10119' }
  const { data } = await call<{ data: { tracking_code: string } }>(page, 'POST', '/shipments', body)
  const address = `rui-${Date.now()}@example.com`
  const visitor = await somebodyElse()
  await visitor.goto(`${origin(slug)}/tracking/${data.tracking_code}`)
  const updates = visitor.getByRole('button', { name: 'Get e-mail updates' })
  // The page that the server draws has a button in the place of the field.
  const ask = visitor.getByRole('button', { name: 'Show details' })
  await expect(ask).toBeVisible()
  await expect(updates).toHaveCount(0)
  await ask.click()
  await visitor.getByRole('textbox', { name: 'Recipient’s postal code' }).fill('10119')
  await visitor.keyboard.press('Enter')
  await updates.click()
  await visitor.getByRole('textbox', { name: 'Your e-mail' }).fill(address)
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('status').filter({ hasText: 'Check your inbox' })).toContainText(address)
  await expectAccessible(visitor)
  await expect.poll(() => linksFor(address, '/tracking-updates/confirm').length).toBe(1)
})

test('a sender has the recipient told by e-mail, until the recipient stops it', async ({
  page,
  somebodyElse,
}) => {
  await enter(page)
  const address = `maria-${Date.now()}@example.com`
  const body = { to_name: 'Maria', to_city: 'Berlin', to_email: address }
  const { data } = await call<{ data: { id: string; tracking_code: string } }>(
    page,
    'POST',
    '/shipments',
    body,
  )
  await page.goto(`/shipments/${data.id}/edit`)
  await page.getByRole('checkbox', { name: 'Tell the recipient by e-mail' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(new RegExp(`/shipments/${data.id}$`))
  await record(page, [data.tracking_code], 'DEPARTED', 'Guarulhos')
  const ends = () => linksFor(address, '/tracking-updates/stop')
  await expect.poll(() => ends().length).toBe(1)
  const receiver = await somebodyElse()
  await receiver.goto(ends()[0] ?? '')
  await expect(receiver.getByText('You will get no more e-mails about this shipment.')).toBeVisible()
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
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('You do not have authorization for this action!')).toBeVisible()
  await expect(scanField(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
})

test('the desk is accessible, with a filled list, an open picker and an answer', { tag: '@phone' }, async ({
  page,
}) => {
  await enter(page)
  const code = await createShipment(page)
  await page.goto(`/tracking?codes=${code}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Record event' }).click()
  await scanField(page).fill(`${code} AT1`)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Event' }).click()
  await expect(page.getByRole('option', { name: 'Departed' }).first()).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Departed')
  await page.getByRole('button', { name: 'Record for 1 code' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
})
