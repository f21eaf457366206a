import { addConfirmedShipment, completeForm } from './complete'
import { newClient } from './money'
import { invite } from './people'
import { assign, flatTable } from './prices'
import { call, enter, expect, expectAccessible, expectReflow, look, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

test('a client begins with what needs attention, and is led to what to do', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, 'client', 'pacific', { to: false })
  // The newest stand first, and other tests add shipments of this client, too.
  await addConfirmedShipment(page)
  await page.goto(origin('pacific'))
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  const problems = page.getByRole('region', { name: /^Needs your attention/ })
  const held = problems.getByRole('article').filter({ hasText: 'Held by customs' }).first()
  await expect(held).toContainText('Contact us and we will help you.')
  await expect(held.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
    'href',
    /\/supports\/new\?shipment_id=/,
  )
  const inProgress = page.getByRole('region', { name: /^In progress/ })
  await expect(inProgress.getByText(/^We are waiting for your parcel/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recently delivered' })).toContainText('Delivered')
  await look(page, 'home of a client')
  await expectAccessible(page)
  await expectReflow(page)

  await problems
    .getByRole('article')
    .filter({ hasText: 'Details missing' })
    .first()
    .getByRole('link', { name: 'Complete details' })
    .click()
  await expect(page).toHaveURL(/\/shipments\/wizard\/[\w-]{36}\/[a-z]+$/)
})

test('a client reads its home before the script is there, and the same after it', async ({
  page,
  somebodyElse,
}) => {
  await signIn(page, 'client', 'pacific')
  await expect(page.getByRole('textbox', { name: 'Tracking codes' })).toBeVisible()
  const early = await somebodyElse({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  await early.goto(origin('pacific'))
  await expect(early.getByRole('heading', { level: 1 })).toHaveText(
    (await page.getByRole('heading', { level: 1 }).textContent()) ?? '',
  )
  // The first of each block: other tests add shipments meanwhile.
  for (const words of ['Held by customs', 'Details missing']) {
    const told = (reader: typeof page) => reader.getByRole('article').filter({ hasText: words }).first()
    const sentence = await told(page).getByRole('paragraph').textContent()
    await expect(told(early)).toContainText(sentence ?? '')
    await expect(told(early).getByRole('link')).toHaveAttribute('href', /^\/shipments\/[\w-]{36}$/)
  }
})

test('a client looks a code up from the start, and the logo leads back', async ({ page }) => {
  await signIn(page, 'client', 'pacific')
  const shipment = await call<{ data: { tracking_code: string }[] }>(page, 'GET', '/shipments?per_page=10')
  const code = shipment.data[0]?.tracking_code ?? ''
  await page.getByRole('textbox', { name: 'Tracking codes' }).fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: code })).toBeVisible()
  await page.getByRole('link', { name: /, home$/ }).click()
  await expect(page).toHaveURL(`${origin('pacific')}/`)
})

test('a client finds its documents in one list, and downloads one', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'client', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/documents`)
  const rows = page.locator('[data-row]')
  await expect(rows.first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${origin('pacific')}/documents?kind=invoice`)
  await expect(rows.filter({ hasText: 'Customs declaration' })).toHaveCount(0)
  await expect(rows.first()).toContainText('Invoice')
  const file = page.waitForEvent('download')
  await rows
    .first()
    .getByRole('button', { name: /^Download / })
    .click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
})

test('the statement of a month is its part of the wallet', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'client', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/documents`)
  await page.getByRole('button', { name: 'Account statements' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem').nth(1).click()
  await expect(page).toHaveURL(/\/wallet\?from=\d{4}-\d\d-01&to=\d{4}-\d\d-(28|29|30|31)$/)
  await expect(page.getByRole('region', { name: 'Statement' })).toBeVisible()
})

test('a client confirms all finished drafts from the start, at the prices it is told', async ({
  page,
  somebodyElse,
}) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  const client = await newClient(page, `Ash Trading ${Date.now()}`)
  const email = await invite(page, 'pacific', 'Ada Ash', { user_type: 30, client_id: client })
  await assign(page, client, await flatTable(page, '30'))
  const hers = await somebodyElse()
  await hers.goto(`${origin('pacific')}/healthz`)
  await enter(hers, email)
  const form = await completeForm(hers, { incoterm: 'DAP' })
  for (const name of ['One', 'Two']) await call(hers, 'POST', '/shipments', { ...form, to_name: name })
  await hers.goto(origin('pacific'))
  await hers.getByRole('button', { name: 'Confirm all (2)' }).click()
  const dialog = hers.getByRole('dialog', { name: 'Confirm 2 shipments?' })
  await expect(dialog).toContainText('$60.00')
  await expectAccessible(hers)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('the home of a client leads to its pickups and its parcels', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'client', 'atlantico', { to: '/' })
  const pickups = page.getByRole('region', { name: 'Pickups', exact: true })
  const parcels = page.getByRole('region', { name: 'My parcels', exact: true })
  await expect(parcels).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
  await pickups.getByRole('link', { name: 'Pickups' }).click()
  await expect(page).toHaveURL(/\/shipment-pickups(\?open=true)?$/)
  await page.goBack()
  await parcels.getByRole('link', { name: 'My parcels' }).click()
  await expect(page).toHaveURL(/\/inbound-parcels$/)
})
