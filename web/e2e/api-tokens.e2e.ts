import type { Page } from '@playwright/test'
import { readAsProgram } from './program'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US', permissions: ['clipboard-read', 'clipboard-write'] })

const named = (what: string) => `${what} ${test.info().project.name} ${Date.now()}`

const statusOf = async (secret: string) =>
  (await readAsProgram('atlantico', '/shipments?per_page=10', secret)).status

const parts = (page: Page) => ({
  main: page.getByRole('main'),
  dialog: page.getByRole('dialog'),
})

/** The rows of the tokens with a name; the newest is the first. */
const rowsOf = (page: Page, name: string) => page.locator('#main [data-row]').filter({ hasText: name })

async function choose(page: Page, name: string, action: string) {
  const menu = rowsOf(page, name)
    .first()
    .getByRole('button', { name: /^Actions for/ })
  await menu.click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Begins a token of this name. */
async function begin(page: Page, name: string) {
  const { main, dialog } = parts(page)
  await main.getByRole('button', { name: 'New token', exact: true }).first().click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
}

/** The secret that a dialog shows, which copies it. */
async function copySecret(page: Page) {
  const { dialog } = parts(page)
  await expect(dialog.getByText('It is not shown again')).toBeVisible()
  const secret = await dialog.getByLabel('Token', { exact: true }).innerText()
  expect(secret).toMatch(/^rem_live_[0-9A-Za-z]{49}$/)
  await dialog.getByRole('button', { name: 'Copy token', exact: true }).click()
  await expect(page.getByText('Token copied.').last()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  return secret
}

async function close(page: Page) {
  const { dialog } = parts(page)
  await dialog.getByRole('button', { name: 'I have kept it', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a user makes a token, a program calls with it, and it is rotated and revoked', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow()
  const name = named('Shop')
  const { main, dialog } = parts(page)
  await signIn(page, 'staff', 'atlantico', { to: '/integrations' })
  await expect(main.getByRole('heading', { level: 1, name: 'Integrations', exact: true })).toBeVisible()
  await expectReflow(page)

  await begin(page, name)
  const networks = dialog.getByRole('combobox', { name: 'Allowed networks' })
  await networks.fill('office')
  const rights = dialog.getByRole('combobox', { name: 'Permissions' })
  await rights.fill('Shipments: View list')
  await page.getByRole('listbox').getByRole('option', { name: 'Shipments: View list', exact: true }).click()
  // The list would lie over the button.
  await rights.press('Tab')
  await dialog.getByRole('button', { name: 'Create token', exact: true }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Not a network')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await expectAccessible(page)
  await networks.press('Backspace')
  await dialog.getByRole('button', { name: 'Create token', exact: true }).click()
  const secret = await copySecret(page)
  await expectAccessible(page)
  await expectReflow(page)
  await close(page)
  await expect(rowsOf(page, name)).toContainText('Never')

  const answer = await readAsProgram('atlantico', '/shipments?per_page=10', secret)
  expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
  expect(Array.isArray(answer.body.data)).toBe(true)
  expect(Number(answer.headers['ratelimit-remaining'])).toBeLessThan(
    Number(answer.headers['ratelimit-limit']),
  )
  const refused = await readAsProgram('atlantico', '/clients', secret)
  expect([refused.status, refused.body.message_code]).toEqual([403, 'forbidden'])
  expect((await readAsProgram('pacific', '/shipments', secret)).status).toBe(401)
  await page.reload()
  await expect(rowsOf(page, name)).not.toContainText('Never')
  await expect(rowsOf(page, name)).toContainText('127.0.0.1')

  await choose(page, name, 'Show permissions')
  await expect(dialog.getByText('Shipments: View list', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await choose(page, name, 'Rotate')
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
  const next = await copySecret(page)
  await close(page)
  await expect(rowsOf(page, name)).toHaveCount(2)
  expect([await statusOf(secret), await statusOf(next)]).toEqual([200, 200])

  await choose(page, name, 'Revoke')
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText(`${name} revoked.`)).toBeVisible()
  await expect(rowsOf(page, name)).toHaveCount(1)
  expect([await statusOf(secret), await statusOf(next)]).toEqual([200, 401])
  await main.getByRole('button', { name: 'Ended', exact: true }).click()
  await expect(rowsOf(page, name)).toContainText('Revoked')
})

test('a client makes a token that reads what the client sees, by the reference of the API', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow()
  const name = named('Web shop')
  const { main, dialog } = parts(page)
  await signIn(page, 'client', 'atlantico', { to: '/integrations' })
  await begin(page, name)
  await dialog.getByRole('button', { name: 'All that only read', exact: true }).click()
  await dialog.getByRole('button', { name: 'Create token', exact: true }).click()
  const secret = await copySecret(page)
  await close(page)

  // Other tests make shipments of this client meanwhile. What can be done with them differs: the token only reads.
  const path = '/shipments?per_page=10'
  const idsOf = (data: unknown) => (data as { id: string }[]).map(({ id }) => id)
  await expect(async () => {
    const seen = await call<{ data: unknown }>(page, 'GET', path)
    expect(idsOf((await readAsProgram('atlantico', path, secret)).body.data)).toEqual(idsOf(seen.data))
  }).toPass()
  expect((await readAsProgram('atlantico', '/users', secret)).status).toBe(403)

  await main.getByRole('link', { name: 'API reference', exact: true }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'API reference', exact: true })).toBeVisible()
  const sought = main.getByRole('searchbox', { name: 'Words, path or name of a call' })
  await sought.fill('shipment_list')
  await main
    .getByRole('link', { name: /List shipments/ })
    .first()
    .click()
  await expect(main.getByRole('heading', { level: 1, name: 'List shipments', exact: true })).toBeVisible()
  await expect(main.getByText(`"${origin('atlantico')}/api/shipments"`)).toBeVisible()
  await expect(main.getByRole('region', { name: 'Parameters', exact: true })).toContainText('per_page')
  await expectAccessible(page)
  await expectReflow(page)
  await page.goBack()
  await expect(sought).toHaveValue('shipment_list')

  await page.goto(`${origin('atlantico')}/integrations`)
  await choose(page, name, 'Revoke')
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText(`${name} revoked.`)).toBeVisible()
  expect(await statusOf(secret)).toBe(401)
})

test('the document of the API has the address of the company', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: '/integrations' })
  const link = page.getByRole('main').getByRole('link', { name: '/api/openapi.json', exact: true })
  await expect(link).toHaveAttribute('href', '/api/openapi.json')
  const document = await call<{ servers: unknown }>(page, 'GET', '/openapi.json')
  expect(document.servers).toEqual([{ url: `${origin('pacific')}/api` }])
  const tokens = await call<{ data: unknown[] }>(page, 'GET', '/api-tokens')
  expect(tokens.data.length).toBeGreaterThan(0)
})
