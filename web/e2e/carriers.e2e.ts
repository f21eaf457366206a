import { call, expect, expectAccessible, origin, signIn, test } from './support'
import { addressOf, RECEIVER, requestsOf } from './webhook-receiver'

test.use({ locale: 'en-US' })

type Made = { data: { id: string } }

test('a provider is connected to a server of carriers, and a test says in words how that does', async ({
  page,
}) => {
  test.skip(!RECEIVER, 'the server asks carriers outside')
  const name = `carrier-${test.info().project.name}-${Date.now()}`
  await signIn(page, 'admin', 'atlantico', { to: false })
  const { data } = await call<Made>(page, 'POST', '/providers', {
    code: `LM${Date.now() % 1_000_000_000}`,
    title_locale: { pt: name, en: name, es: name, zh: name },
    provider_type: 'last_mile',
    capabilities: ['last_mile', 'labels'],
  })
  await page.goto(`${origin('atlantico')}/providers/${data.id}`)
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const card = main.getByRole('region', { name: 'Carrier', exact: true })
  await card.getByRole('button', { name: 'Connect carrier', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.8')
  await dialog.getByRole('textbox', { name: 'Carrier', exact: true }).fill('my_post')
  await dialog.getByLabel('Key', { exact: true }).fill('key_s3cret')
  await expect(dialog.getByText('No service names this provider for its last mile yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Enter an https address with a public name')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(addressOf(name, '503'))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Carrier connected.')).toBeVisible()
  await card.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(card.getByText('The server failed: it answered 503.').first()).toBeVisible()
  expect(requestsOf(name)[0]?.headers.authorization).toBe('Token key_s3cret')
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Edit connection', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Carrier disconnected.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Connect carrier', exact: true })).toBeVisible()
})
