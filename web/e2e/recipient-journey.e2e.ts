import type { Page } from '@playwright/test'
import { makeCompany, seedCompany } from './company'
import { linksFor } from './emails'
import { call, email, enter, expect, origin, test } from './support'

/** A recipient whose parcel comes from a company that tells places only to those who know the postcode. */

test.use({ locale: 'en-US' })

const GERMANY = 81
const POSTCODE = '10119'

const FLAGS = `
[flags]
public_tracking = true
tracking_emails = true
tracking_postcode = true

[tracking]
prefix = "PO"
country = "BR"
first_serial = 1
`

test('a recipient proves the postcode, follows the parcel by e-mail and stops the e-mails', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'a company is made for it; phones see these screens in specs of their own')
  test.slow()
  const slug = `recipient-${Date.now()}`
  seedCompany(await makeCompany(slug, FLAGS))
  const staff = await somebodyElse()
  await staff.goto(`${origin(slug)}/healthz`)
  await enter(staff, email('staff', slug))
  const code = await parcelTo(staff)
  const record = (event_code: string, location: string) =>
    call(staff, 'POST', '/shipments/record_event', { tracking_codes: [code], event_code, location })
  await record('DEPARTED', 'Guarulhos')
  const card = page.getByRole('article', { name: code })
  const address = `erika-${Date.now()}@muster.test`

  await test.step('the link of the shop says how far it is, and the postcode says where', async () => {
    await page.goto(`${origin(slug)}/tracking/${code}`)
    await expect(card).toContainText('On its way')
    await expect(card).not.toContainText('Guarulhos')
    await page.getByRole('button', { name: 'Show details' }).click()
    const postcode = page.getByRole('textbox', { name: 'Recipient’s postal code' })
    await postcode.fill('99999')
    await postcode.press('Enter')
    await expect(postcode).toHaveAccessibleDescription('This is not the recipient’s postal code.')
    await postcode.fill(POSTCODE)
    await postcode.press('Enter')
    await expect(card.getByRole('listitem').filter({ hasText: 'Departed' })).toContainText('Guarulhos')
  })
  await test.step('the e-mails are asked for, and confirmed', async () => {
    await page.getByRole('button', { name: 'Get e-mail updates' }).click()
    await page.getByRole('textbox', { name: 'Your e-mail' }).fill(address)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Check your inbox' })).toContainText(address)
    await expect.poll(() => linksFor(address, '/tracking-updates/confirm').length).toBe(1)
    await page.goto(linksFor(address, '/tracking-updates/confirm')[0] ?? '')
    await page.getByRole('button', { name: 'Get e-mail updates' }).click()
    await page.getByRole('link', { name: `Track ${code}` }).click()
    await expect(card).toContainText('On its way')
  })
  await test.step('the e-mail of the next event leads to the parcel', async () => {
    await record('OUT_FOR_DELIVERY', 'Berlin')
    await expect.poll(() => linksFor(address, '/tracking').length).toBe(1)
    await page.goto(linksFor(address, '/tracking')[0] ?? '')
    await expect(page.getByText('Out for delivery today')).toBeVisible()
  })
  await test.step('its other link ends them, and leads back to the parcel', async () => {
    await page.goto(linksFor(address, '/tracking-updates/stop')[0] ?? '')
    await expect(page.getByText('You will get no more e-mails about this shipment.')).toBeVisible()
    await record('DELIVERED', 'Berlin')
    await page.getByRole('link', { name: `Track ${code}` }).click()
    await expect(card.getByText(/^Delivered/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Get e-mail updates' })).toHaveCount(0)
  })
})

/** A parcel on its way to Berlin. */
async function parcelTo(staff: Page) {
  const to = { to_name: 'Erika Muster', to_country_id: GERMANY, to_city: 'Berlin', to_postcode: POSTCODE }
  const { data } = await call<{ data: { tracking_code: string } }>(staff, 'POST', '/shipments', to)
  return data.tracking_code
}
