import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const NAME = () => `Shop ${test.info().project.name} ${Date.now()}`

test('a user makes a token, a program calls with it, and it is rotated and revoked', {
  tag: '@phone',
}, async ({ page, playwright }) => {
  test.slow()
  const name = NAME()
  await signIn(page, 'staff')
  await page.goto(`${origin('atlantico')}/integrations`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Integrations', exact: true })).toBeVisible()
  await expectReflow(page)
  await main.getByRole('button', { name: 'New token', exact: true }).first().click()

  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  const networks = dialog.getByRole('combobox', { name: 'Allowed networks' })
  await networks.fill('office')
  await dialog.getByRole('combobox', { name: 'Permissions' }).fill('Shipments: View list')
  await page.getByRole('listbox').getByRole('option', { name: 'Shipments: View list', exact: true }).click()
  await dialog.getByRole('button', { name: 'Create token', exact: true }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Not a network')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await expectAccessible(page)
  await networks.press('Backspace')
  await dialog.getByRole('button', { name: 'Create token', exact: true }).click()
  await expect(dialog.getByText('It is not shown again')).toBeVisible()
  const secret = await dialog.getByLabel('Token', { exact: true }).innerText()
  expect(secret).toMatch(/^rem_live_[0-9A-Za-z]{49}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(dialog).toBeHidden()
  await expect(main.getByText(name).first()).toBeVisible()

  // A program has no cookies of the page.
  const program = await playwright.request.newContext({ baseURL: origin('atlantico') })
  const status = async (of: string) =>
    (await program.get('/api/shipments', { headers: { Authorization: `Bearer ${of}` } })).status()
  expect(await status(secret)).toBe(200)

  const row = main.locator('[data-row]').filter({ hasText: name })
  const choose = async (action: string) => {
    await row
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await choose('Show permissions')
  await expect(dialog.getByText('Shipments: View list', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await choose('Rotate')
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
  const next = await dialog.getByLabel('Token', { exact: true }).innerText()
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(row).toHaveCount(2)
  expect([await status(secret), await status(next)]).toEqual([200, 200])

  // The newest is the first one.
  await choose('Revoke')
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText(`${name} revoked.`)).toBeVisible()
  await expect(row).toHaveCount(1)
  expect([await status(secret), await status(next)]).toEqual([200, 401])
  await program.dispose()
})

test('the document of the API has the address of the company, and closes with its flag', async ({ page }) => {
  await signIn(page, 'admin', 'pacific')
  await page.goto(`${origin('pacific')}/integrations`)
  await expect(page.getByRole('link', { name: '/api/openapi.json' })).toBeVisible()
  const document = await (await page.request.get(`${origin('pacific')}/api/openapi.json`)).json()
  expect(document.servers).toEqual([{ url: `${origin('pacific')}/api` }])
  const tokens = await call<{ data: unknown[] }>(page, 'GET', '/api-tokens')
  expect(tokens.data.length).toBeGreaterThan(0)
})
