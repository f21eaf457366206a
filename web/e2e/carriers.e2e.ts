import type { Page } from '@playwright/test'
import { makeTwin } from './company'
import { addConfirmedShipment } from './complete'
import { bytesOf } from './printing'
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
  // The same words stand in the card as the last trouble.
  const answer = card.getByRole('status', { name: 'Test', exact: true })
  await expect(answer).toHaveText('The server failed: it answered 503.')
  expect(requestsOf(name)[0]?.headers.authorization).toBe('Token key_s3cret')
  await expectAccessible(page)

  await page.goto(`${origin('atlantico')}/integrations/connections`)
  for (const [of, words] of [
    [name, 'The server failed: it answered 503.'],
    ['E-mails', 'The mail server answers, and an e-mail to you is on its way.'],
    [new URL(origin('atlantico')).hostname, 'The domain is in use, and nothing is missing.'],
  ] as const) {
    const name = `Test now: ${of}`
    await main.getByRole('button', { name, exact: true }).click()
    await expect(main.getByRole('status', { name, exact: true })).toHaveText(words)
  }
  await expectAccessible(page)
  await page.goto(`${origin('atlantico')}/providers/${data.id}`)

  await card.getByRole('button', { name: 'Edit connection', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Carrier disconnected.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Connect carrier', exact: true })).toBeVisible()
})

type Labels = { data: { labels: { status: number }[] } }

/** A provider whose carrier comes to a warehouse, with a label that was bought. */
async function buyLabel(page: Page, name: string) {
  const { data: provider } = await call<Made>(page, 'POST', '/providers', {
    code: 'LM',
    title_locale: { pt: name, en: name, es: name, zh: name },
    provider_type: 'last_mile',
    capabilities: ['last_mile', 'labels'],
  })
  const { data: warehouse } = await call<Made>(page, 'POST', '/warehouses', {
    code: 'LMH',
    name: 'Guarulhos',
    warehouse_type: 'hub',
    country_id: 32,
    city: 'Guarulhos',
    postcode: '07190-100',
    address_1: 'Rodovia Hélio Smidt',
    address_number: '1',
    airport: 'GRU',
    time_zone: 'America/Sao_Paulo',
  })
  const services = await call<{ data: { id: string }[] }>(page, 'GET', '/auxiliar/services')
  const service_id = services.data[0]?.id
  const path = `/services/${service_id}`
  const { data: service } = await call<{ data: { version: number } }>(page, 'GET', path)
  await call(page, 'PATCH', path, { version: service.version, last_mile_provider_id: provider.id })
  await call(page, 'PATCH', `/providers/${provider.id}/carrier`, {
    url: addressOf(name, 'karrio'),
    account: 'my_post',
    key: 'key_s3cret',
    warehouse_id: warehouse.id,
    buying: 'manual',
    services: [{ service_id, carrier_service: 'standard_service' }],
    version: 0,
  })
  const shipment = await addConfirmedShipment(page)
  const label = `/shipments/${shipment.id}/carrier-label`
  await call(page, 'POST', label, { service: null, expected: null })
  await expect.poll(async () => (await call<Labels>(page, 'GET', label)).data.labels[0]?.status).toBe(30)
  return provider
}

test('a carrier comes for the labels bought, does not come, and gets a manifest of them', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a company is made for it; phones see the same card')
  test.skip(!RECEIVER, 'the server asks carriers outside')
  test.slow()
  const company = await makeTwin('atlantico', 'handover')
  const name = `handover-${test.info().project.name}-${Date.now()}`
  await signIn(page, 'admin', company, { to: false })
  await call(page, 'POST', '/locale', { locale: 'en' })
  const provider = await buyLabel(page, name)
  await page.goto(`${origin(company)}/providers/${provider.id}`)
  const dialog = page.getByRole('dialog')
  const card = page.getByRole('main').getByRole('region', { name: 'Pickups and manifests', exact: true })
  await expect(card.getByText('Nothing was handed over yet.')).toBeVisible()

  await card.getByRole('button', { name: 'Ask for pickup', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'For the driver' }).fill('Dock 3')
  await dialog.getByRole('textbox', { name: 'Expected cost' }).fill('3')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(card.getByText(/^PU-\d+$/)).toBeVisible()
  await expect(card.getByText(/1\.50 more than expected/)).toBeVisible()
  await expectAccessible(page)

  await card.getByRole('button', { name: 'Cancel pickup', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('No parcels today')
  await dialog.getByRole('button', { name: 'Cancel pickup', exact: true }).click()
  await expect(card.getByText('Canceled', { exact: true })).toBeVisible()

  const makeManifest = async () => {
    await card.getByRole('button', { name: 'Make manifest', exact: true }).click()
    await dialog.getByRole('button', { name: 'Make manifest', exact: true }).click()
  }
  await makeManifest()
  const link = card.getByRole('link', { name: 'Open manifest', exact: true })
  await expect(link).toBeVisible()
  const file = await bytesOf(page, (await link.getAttribute('href')) ?? '')
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  await makeManifest()
  await expect(page.getByText('No label waits for this')).toBeVisible()
})
