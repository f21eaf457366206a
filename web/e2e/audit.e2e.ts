import { readFile } from 'node:fs/promises'
import { call, expect, expectAccessible, expectReflow, look, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Listed = { data: { id: string; tracking_code: string; version: number }[] }
type Choice = { id: string; label: string }

test('an administrator sees who changed a shipment and how, and takes the entries out as a file', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the administrator has one list of processes')
  test.slow()
  await signIn(page, 'staff', 'pacific', { to: false })
  const { data } = await call<Listed>(page, 'GET', '/shipments?status=10&per_page=10&sort=-created_at')
  const [shipment] = data
  if (!shipment) throw new Error('there is no draft')
  const town = `Town ${Date.now()}`
  await call(page, 'PATCH', `/shipments/${shipment.id}`, { to_city: town, version: shipment.version })

  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/audit-log?resource_id=${shipment.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  const newest = page.locator('[data-row]').first()
  await expect(newest).toContainText('Shipment: edited')
  await expect(newest.getByRole('link', { name: shipment.tracking_code })).toBeVisible()
  await expect(newest.getByRole('listitem').filter({ hasText: 'Recipient: City' })).toContainText(town)
  await expectAccessible(page)

  await call(page, 'POST', '/background_tasks/clear')
  await page.getByRole('button', { name: 'Export' }).click()
  const processes = page.getByRole('dialog', { name: 'Processes' })
  const link = processes.getByRole('link', { name: 'Download Audit log export' }).first()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(town)
  expect(text).toContain('shipment.update')
  await page.keyboard.press('Escape')
  await expectReflow(page)
})

test('what stands for something else is told by its name', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  const { data } = await call<Listed>(page, 'GET', '/shipments?status=10&per_page=10&sort=created_at')
  type Refers = { service_id: string; subsidiary_id: string; partner_id: string }
  type Duplicate = { data: Listed['data'][0] & Refers }
  const { data: own } = await call<Duplicate>(page, 'POST', `/shipments/${data[0]?.id}/duplicate`)
  const other = async <T extends { id: string }>(path: string, id: string) => {
    const { data } = await call<{ data: T[] }>(page, 'GET', path)
    const found = data.find((choice) => choice.id !== id)
    if (!found) throw new Error(`${path} has no other`)
    return found
  }
  type Named = { id: string; title_locale: { en: string } }
  const service = await other<Named>('/auxiliar/services', own.service_id)
  const subsidiary = await other<Choice>('/subsidiaries/select', own.subsidiary_id)
  const partner = await other<Choice>('/partners/select', own.partner_id)
  await call(page, 'PATCH', `/shipments/${own.id}`, {
    service_id: service.id,
    subsidiary_id: subsidiary.id,
    partner_id: partner.id,
    to_country_id: 32,
    to_postcode: '',
    to_state_id: null,
    version: own.version,
  })
  await page.goto(`${origin('pacific')}/audit-log?resource_id=${own.id}`)
  await page.locator('[data-row]').first().getByRole('button', { name: /more$/ }).click()
  const entry = page.getByRole('dialog', { name: 'Shipment: edited' })
  const told = (field: string) => entry.getByRole('row', { name: new RegExp(field) })
  await expect(told('Recipient: Country')).toContainText('Brazil')
  await expect(told('Service')).toContainText(service.title_locale.en)
  await expect(told('Subsidiary')).toContainText(subsidiary.label)
  await expect(told('Partner')).toContainText(partner.label)
  await look(page, 'changes')
  await expectAccessible(page)

  const scan = { tracking_codes: [own.tracking_code], event_code: 'COLLECTED' }
  await call(page, 'POST', '/shipments/record_event', scan)
  const { data: kinds } = await call<{ data: { code: string; short_description: string }[] }>(
    page,
    'GET',
    '/auxiliar/shipment-events',
  )
  const collected = kinds.find(({ code }) => code === scan.event_code)
  await page.goto(`${origin('pacific')}/audit-log?resource=shipment&action=shipment.record_event`)
  const recorded = page.locator('[data-row]').first()
  await expect(recorded).toContainText(`Event: ${collected?.short_description ?? '?'}`)
  await look(page, 'event')
})

test("a user's page leads to what they did, which is narrowed to a deed and to whom it was done for", async ({
  page,
}) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  const { data } = await call<Listed>(page, 'GET', '/users?search=staff@pacific.test')
  const id = data[0]?.id
  await page.goto(`${origin('pacific')}/users/${id}`)
  await page.getByRole('link', { name: /^All activity of this user/ }).click()
  await expect(page).toHaveURL(new RegExp(`user_id=${id}`))
  const filters = page.getByRole('button', { name: /^Filters/ })
  await expect(filters).toHaveText(/1/)
  await filters.click()
  await expect(page.getByRole('combobox', { name: 'User', exact: true })).not.toHaveValue('…')
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'signed in' }).click()
  await expect(page).toHaveURL(/action=open/)
  await expect(page.locator('[data-row]').first()).toContainText('Session: signed in')
  await look(page, 'filters')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Acting as' }).fill('client2@')
  await page.getByRole('option', { name: /client2@/ }).click()
  await expect(page).toHaveURL(/on_behalf_of_id=/)
  await expect(page.locator('[data-row]')).toHaveCount(0)
})

test('a reason stands in the row itself, and the way from there is to the shipment', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  const { data } = await call<Listed>(page, 'GET', '/shipments?status=10&per_page=10&sort=created_at')
  const { data: own } = await call<{ data: Listed['data'][0] }>(
    page,
    'POST',
    `/shipments/${data[0]?.id}/duplicate`,
  )
  await call(page, 'POST', `/shipments/${own.id}/cancel`, { reason: 'The client paid twice' })
  await page.goto(`${origin('pacific')}/audit-log?resource=shipment`)
  const row = page.locator('[data-row]').filter({ hasText: own.tracking_code }).first()
  await expect(row).toContainText('Shipment: canceled')
  await expect(row).toContainText('Reason: The client paid twice')
  await row.getByRole('link', { name: own.tracking_code }).click()
  await expect(page.getByRole('heading', { level: 1, name: own.tracking_code })).toBeVisible()
})

test('staff see no audit log', async ({ page, isMobile }) => {
  test.skip(isMobile, 'there is nothing to see at any width')
  await signIn(page, 'staff', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/shipments`)
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeHidden()
})
