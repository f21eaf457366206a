import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { call, expect, expectAccessible, expectReflow, signIn, test } from './support'
import { addressOf, RECEIVER, requestsOf } from './webhook-receiver'

test.use({ locale: 'en-US' })
test.skip(!RECEIVER, 'the server sends webhooks outside')

const named = (what: string) => `${what}-${test.info().project.name}-${Date.now()}`

const parts = (page: Page) => ({ main: page.getByRole('main'), dialog: page.getByRole('dialog') })

/** Makes a webhook on the screen; returns its secret. */
async function make(page: Page, address: string) {
  const { main, dialog } = parts(page)
  await main.getByRole('button', { name: 'New webhook', exact: true }).first().click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address)
  const events = dialog.getByRole('combobox', { name: 'Events' })
  await events.fill('All about shipments')
  await page.getByRole('listbox').getByRole('option', { name: 'All about shipments', exact: true }).click()
  // The list would lie over the button.
  await events.press('Tab')
  await dialog.getByRole('button', { name: 'Create webhook', exact: true }).click()
  await expect(dialog.getByText('It is not shown again')).toBeVisible()
  const secret = await dialog.getByLabel('Secret', { exact: true }).innerText()
  expect(secret).toMatch(/^whsec_/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have kept it', exact: true }).click()
  await expect(dialog).toBeHidden()
  return secret
}

const rowOf = (page: Page, address: string) => page.locator('#main [data-row]').filter({ hasText: address })

async function open(page: Page, address: string) {
  await rowOf(page, address).getByRole('link').first().click()
  await expect(page.getByRole('main').getByText(address)).toBeVisible()
}

const draft = (page: Page) =>
  call<{ data: { tracking_code: string } }>(page, 'POST', '/shipments', { to_name: 'Maria Müller' })

test('a receiver is told of a shipment, and checks the signature with a library', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow()
  const name = named('good')
  const address = addressOf(name, '204')
  const { main, dialog } = parts(page)
  await signIn(page, 'admin', 'atlantico', { to: '/integrations' })
  await main.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Webhooks', exact: true })).toBeVisible()
  const secret = await make(page, address)
  await expect(rowOf(page, address)).toContainText('Not tested')
  await expectReflow(page)

  await open(page, address)
  await expect(main.getByText('Events wait until a test has arrived')).toBeVisible()
  const waiting = await draft(page)
  await main.getByRole('button', { name: 'Send a test', exact: true }).click()
  await expect(dialog.getByText('Arrived: the receiver answered 204.').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(main.getByText('Active', { exact: true })).toBeVisible()

  await expect(async () =>
    expect(requestsOf(name).map(({ body }) => JSON.parse(body).type)).toContain('shipment.created'),
  ).toPass()
  const requests = requestsOf(name)
  const library = new Webhook(secret)
  for (const { body, headers } of requests) library.verify(body, headers)
  const told = requests.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'shipment.created')
  expect(told.data.tracking_code).toBe(waiting.data.tracking_code)

  // The page hears of it by itself.
  const row = main.locator('[data-row]').filter({ hasText: 'Shipment created' })
  await expect(row.first()).toContainText('Arrived')
  await expectAccessible(page)
  await expectReflow(page)
  await main.getByRole('button', { name: 'More actions', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Webhook deleted.')).toBeVisible()
})

test('a receiver that misbehaves is described in words, and its answer is shown as text', async ({
  page,
}) => {
  test.slow()
  const { main, dialog } = parts(page)
  await signIn(page, 'admin', 'atlantico', { to: '/integrations/webhooks' })
  const cases = [
    ['500', 'The receiver refused it: it answered 500.'],
    ['redirect', 'a redirect, which is not followed'],
    ['silent', 'It could not be delivered: nobody answered.'],
  ] as const
  for (const [mode, words] of cases) {
    const name = named(mode)
    const address = addressOf(name, mode)
    await make(page, address)
    await open(page, address)
    await main.getByRole('button', { name: 'Send a test', exact: true }).click()
    await expect(dialog.getByRole('status').first()).toContainText(words)
    if (mode === '500') {
      await expect(dialog.getByLabel('Answer of the receiver').first()).toHaveText('<h1>As I was told</h1>')
      await expectAccessible(page)
    }
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(main.getByText('Not tested', { exact: true })).toBeVisible()
    expect(requestsOf(name)).toHaveLength(1)
    await page.goto('/integrations/webhooks')
  }
})

test('an address inside is refused at its field, and nothing that was typed is lost', async ({ page }) => {
  const { main, dialog } = parts(page)
  await signIn(page, 'admin', 'atlantico', { to: '/integrations/webhooks' })
  await main.getByRole('button', { name: 'New webhook', exact: true }).first().click()
  const address = dialog.getByRole('textbox', { name: 'Address' })
  await address.fill('https://10.0.0.8/hook')
  const events = dialog.getByRole('combobox', { name: 'Events' })
  await events.fill('Everything')
  await page.getByRole('listbox').getByRole('option', { name: 'Everything', exact: true }).click()
  await events.press('Tab')
  await dialog.getByRole('button', { name: 'Create webhook', exact: true }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Enter a public address')
  await expect(address).toHaveValue('https://10.0.0.8/hook')
})
