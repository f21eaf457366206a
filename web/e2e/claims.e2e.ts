import type { Page } from '@playwright/test'
import { addConfirmedShipment } from './complete'
import { fund, newClient } from './money'
import { invite } from './people'
import { assign, flatTable } from './prices'
import { call, enter, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** A parcel arrives broken: its client asks for the value, staff grant a part of it, and the wallet has it. */

test.use({ locale: 'en-US' })

const HOST = origin('pacific')

const card = (page: Page) => page.getByRole('region', { name: 'Claims' })

/** A client with prices of its own, 30 dollars left, and a received shipment whose declared value is 20 dollars. */
async function sender(page: Page, somebodyElse: () => Promise<Page>) {
  await signIn(page, 'admin', 'pacific', { to: false })
  const client = await newClient(page, `Hazel Ceramics ${Date.now()}`)
  const email = await invite(page, 'pacific', 'Hana Hazel', { user_type: 30, client_id: client })
  await assign(page, client, await flatTable(page, '30'))
  await fund(page, client, '60', 'USD')
  const hers = await somebodyElse()
  await hers.goto(`${HOST}/healthz`)
  await enter(hers, email)
  const shipment = await addConfirmedShipment(hers, { incoterm: 'DAP' })
  const event = { tracking_codes: [shipment.tracking_code], event_code: 'RECEIVED' }
  await call(page, 'POST', '/shipments/record_event', event)
  return { hers, shipment }
}

/** How the API answers a read of the signed-in user. */
const statusOf = (page: Page, path: string) =>
  page.evaluate(
    async (address) => (await fetch(address, { headers: { 'X-Requested-With': 'XMLHttpRequest' } })).status,
    `/api${path}`,
  )

test('a client claims for a shipment, staff approve a part and pay it, and the wallet has it', async ({
  page,
  somebodyElse,
}) => {
  const { hers, shipment } = await sender(page, somebodyElse)

  await test.step('the client reads how much can be claimed before it is refused', async () => {
    await hers.goto(`${HOST}/shipments/${shipment.id}`)
    await card(hers).getByRole('button', { name: 'Open a claim' }).click()
    const dialog = hers.getByRole('dialog', { name: `Open a claim for ${shipment.tracking_code}` })
    await expect(dialog).toContainText('Up to $20.00, the declared value')
    await dialog.getByRole('combobox', { name: 'Reason of the claim' }).click()
    await hers.getByRole('option', { name: 'Damaged' }).click()
    await dialog.getByRole('textbox', { name: 'Claimed amount' }).fill('50')
    await dialog.getByRole('button', { name: 'Open claim' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter at most $20.00')
    await expect(dialog.getByRole('alert')).toContainText('Description')
    await expectAccessible(hers)
    await dialog.getByRole('textbox', { name: 'Claimed amount' }).fill('15')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('One of the two mugs is broken.')
    await dialog.getByRole('button', { name: 'Open claim' }).click()
    await expect(dialog).toBeHidden()
    await expect(card(hers).getByRole('listitem')).toContainText('Open')
    await expect(card(hers).getByRole('button')).toHaveCount(0)
  })

  await test.step('the client follows it, and nobody of another client does', async () => {
    await card(hers).getByRole('link', { name: /^CL-/ }).click()
    await expect(hers.getByRole('heading', { level: 1, name: /^Claim CL-/ })).toBeVisible()
    await expect(hers.getByRole('main')).toContainText('We are checking your claim')
    await expect(hers.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await expectAccessible(hers)
    const path = new URL(hers.url()).pathname
    const other = await somebodyElse()
    await signIn(other, 'client', 'pacific')
    expect(await statusOf(other, path)).toBe(404)
    expect(await statusOf(hers, path)).toBe(200)
  })

  await test.step('staff approve a part of it and pay it', async () => {
    await page.goto(`${HOST}/claims?search=${shipment.tracking_code}`)
    const row = page.locator('[data-row]').filter({ hasText: shipment.tracking_code })
    await row.getByRole('link', { name: /^CL-/ }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: /^Approve CL-/ })
    await expect(dialog).toContainText('Up to $15.00, the claimed amount')
    await dialog.getByRole('textbox', { name: 'Approved amount' }).fill('10')
    await dialog.getByRole('textbox', { name: 'Note for the client' }).fill('One mug of two.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main')).toContainText('One mug of two.')
    await page.getByRole('button', { name: 'Pay to the wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay to the wallet' }).click()
    await expect(page.getByText('Claim paid to the wallet.').first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the open page of the client says so, and the wallet has the amount', async () => {
    await expect(hers.getByRole('main')).toContainText('The amount is in your wallet.')
    await expect(hers.getByRole('main')).toContainText('One mug of two.')
    await hers.goto(`${HOST}/wallet`)
    await expect(hers.getByRole('region', { name: 'Balance USD' })).toContainText('$40.00')
    const line = hers.getByRole('region', { name: 'Statement' }).locator('[data-row]')
    const credit = line.filter({ hasText: 'Claim paid' })
    await expect(credit).toContainText('+$10.00')
    await credit.getByRole('link', { name: /^CL-/ }).click()
    await expect(hers.getByRole('heading', { level: 1, name: /^Claim CL-/ })).toBeVisible()
    await expectReflow(hers)
  })
})
