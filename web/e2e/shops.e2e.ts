import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import type { Page } from '@playwright/test'
import { call, expect, expectAccessible, expectReflow, PORT, signIn, test } from './support'
import { addressOf, RECEIVER, requestsOf } from './webhook-receiver'

test.use({ locale: 'en-US' })

const named = (what: string) => `${what}-${test.info().project.name}-${Date.now()}`

const parts = (page: Page) => ({ main: page.getByRole('main'), dialog: page.getByRole('dialog') })

/** As the server of a shop calls: no browser, no cookies. */
function send(path: string, secret: string, topic: string, body: string) {
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const headers = {
    host: `atlantico.localhost:${PORT}`,
    'content-type': 'application/json',
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-signature': signature,
  }
  return new Promise<number>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: Number(PORT), path, method: 'POST', headers },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const orderOf = (number: string) =>
  JSON.stringify({
    id: 727,
    number,
    status: 'processing',
    currency: 'BRL',
    billing: { first_name: 'Maria', last_name: 'Müller', email: 'maria@example.com', phone: '12' },
    shipping: { address_1: 'Hauptstraße 5', city: 'Berlin', postcode: '10119', country: 'DE' },
    line_items: [{ name: 'Caneca', quantity: 2, total: '129.90' }],
  })

test('a shop is connected, and its signed order is a draft that says what to check', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow()
  const name = named('loja')
  const { main, dialog } = parts(page)
  await signIn(page, 'staff', 'atlantico', { to: '/integrations' })
  await main.getByRole('link', { name: 'Shops', exact: true }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Shops', exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Connect shop', exact: true }).first().click()
  await dialog.getByRole('combobox', { name: 'Shop system' }).click()
  await page.getByRole('option', { name: 'WooCommerce', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByText('It is not shown again')).toBeVisible()
  const secret = await dialog.getByLabel('Secret', { exact: true }).innerText()
  const address = await dialog.getByLabel('Address for the shop', { exact: true }).innerText()
  expect(address).toContain('/api/shop-webhooks/')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have kept it', exact: true }).click()
  await expect(dialog).toBeHidden()

  const path = new URL(address).pathname
  const number = String(Date.now())
  expect(await send(path, 'another secret of this shop', 'order.updated', orderOf(number))).toBe(401)
  expect(await send(path, secret, 'order.updated', orderOf(number))).toBe(200)
  expect(await send(path, secret, 'order.updated', orderOf(number))).toBe(200)

  const row = main.locator('[data-row]').filter({ hasText: name })
  await expect(row).toContainText('Came before. Nothing was changed.')
  await expectReflow(page)
  await row.getByRole('button', { name: /actions/i }).click()
  await page.getByRole('menuitem', { name: 'Show orders and address', exact: true }).click()
  await expect(dialog.getByText('Draft created.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link').first().click()
  await expect(main.getByText('Check what the order did not say')).toBeVisible()
  await expect(main.getByText('Phone of the recipient: left out “12”')).toBeVisible()
})

test('the host for orders is tested in words, and takes an order once', async ({ page }) => {
  test.skip(!RECEIVER, 'the server sends orders outside')
  const name = named('orders')
  const { main, dialog } = parts(page)
  await signIn(page, 'admin', 'atlantico', { to: '/integrations/shops' })
  const card = main.getByRole('region', { name: 'Host for orders', exact: true })
  await card.getByRole('button', { name: /^(Connect|Edit) host$/ }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(addressOf(name, '204'))
  await dialog.getByLabel('Key', { exact: true }).fill('Bearer s3cret')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Host saved.')).toBeVisible()
  await card.getByRole('button', { name: 'Test now', exact: true }).click()
  await expect(card.getByText('The host answers: 204.')).toBeVisible()

  for (let time = 0; time < 2; time += 1) await call(page, 'POST', `/order/${name}`, { items: [] })
  const orders = requestsOf(name).filter(({ body }) => body !== '')
  expect(orders.map(({ body, headers }) => [body, headers.authorization])).toEqual([
    ['{"items":[]}', 'Bearer s3cret'],
  ])
  await expect(card.getByText(name)).toBeVisible()

  await card.getByRole('button', { name: 'Edit host', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.8')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Enter a public address')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Host disconnected.')).toBeVisible()
})
