import type { Page } from '@playwright/test'
import { addConfirmedShipment } from './complete'
import { fund, newClient } from './money'
import { invite, PICTURE } from './people'
import { assign, flatTable } from './prices'
import { call, enter, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** A shipment that weighs more than declared: its client pays the difference, or disputes the measures. */

test.use({ locale: 'en-US' })

const HOST = origin('pacific')

type Scanned = { data: { parcel: { id: string } } }

const card = (page: Page) => page.getByRole('region', { name: 'Weight check' })

/** A client with prices of its own, 30 dollars up to 2 kg and 60 above, whose shipment of 1.2 kg weighs 2.5 kg. */
async function held(page: Page, somebodyElse: () => Promise<Page>) {
  await signIn(page, 'admin', 'pacific', { to: false })
  const client = await newClient(page, `Rowan Outlet ${Date.now()}`)
  const email = await invite(page, 'pacific', 'Rita Rowan', { user_type: 30, client_id: client })
  await assign(page, client, await flatTable(page, '30'))
  await fund(page, client, '60', 'USD')
  const hers = await somebodyElse()
  await hers.goto(`${HOST}/healthz`)
  await enter(hers, email)
  const shipment = await addConfirmedShipment(hers, { incoterm: 'DAP' })
  const scan = { key: crypto.randomUUID(), code: shipment.tracking_code, station: 'E2E' }
  const { data } = await call<Scanned>(page, 'POST', '/receiving/scan', scan)
  await call(page, 'POST', `/receiving/${data.parcel.id}/measure`, {
    key: crypto.randomUUID(),
    weight_g: 2500,
    weight_text: '2.5 kg',
    weight_source: 'typed',
    length_mm: 300,
    width_mm: 200,
    height_mm: 100,
  })
  await hers.goto(`${HOST}/shipments/${shipment.id}`)
  return { hers, shipment }
}

test('a client sees both figures and pays the difference', { tag: '@phone' }, async ({
  page,
  somebodyElse,
}) => {
  const { hers } = await held(page, somebodyElse)
  await hers.goto(HOST)
  const problems = hers.getByRole('region', { name: /^Needs your attention/ })
  await problems.getByRole('link', { name: 'Answer' }).click()
  await expect(card(hers)).toContainText('1.2 kg')
  await expect(card(hers)).toContainText('2.5 kg')
  await expect(card(hers)).toContainText('$60.00')
  await expect(card(hers)).toContainText('+$30.00')
  await expectAccessible(hers)
  await expectReflow(hers)
  await card(hers).getByRole('button', { name: 'Accept and pay' }).click()
  const question = hers.getByRole('dialog', { name: 'Pay the difference of $30.00?' })
  await question.getByRole('button', { name: 'Accept and pay' }).click()
  await expect(hers.getByText('Difference paid. The shipment goes on.').first()).toBeVisible()
  await expect(card(hers)).toContainText('Difference accepted')
  await expect(card(hers).getByRole('button')).toHaveCount(0)
})

test('a client disputes with a photo, and another person decides', async ({ page, somebodyElse }) => {
  const { hers, shipment } = await held(page, somebodyElse)
  await card(hers).getByRole('button', { name: 'Dispute' }).click()
  const dispute = hers.getByRole('dialog', { name: 'Dispute the measurement' })
  await dispute.getByRole('button', { name: 'Send dispute' }).click()
  await expect(dispute.getByRole('textbox', { name: 'What is wrong?' })).toBeFocused()
  await expectAccessible(hers)
  await dispute.getByRole('textbox', { name: 'What is wrong?' }).fill('It is 1.2 kg on my scale')
  const photo = { name: 'scale.png', mimeType: 'image/png', buffer: PICTURE }
  await dispute.locator('input[type=file]').setInputFiles(photo)
  await dispute.getByRole('button', { name: 'Send dispute' }).click()
  await expect(card(hers)).toContainText('Disputed')

  // Who measured it cannot decide.
  await page.goto(`${HOST}/shipments/${shipment.id}`)
  await expect(card(page)).toContainText('It is 1.2 kg on my scale')
  await expect(card(page).getByRole('button', { name: 'Decide' })).toHaveAttribute('aria-disabled', 'true')

  const theirs = await somebodyElse()
  await signIn(theirs, 'staff', 'pacific', { to: '/reweighs' })
  await theirs.getByRole('link', { name: shipment.tracking_code }).click()
  await card(theirs).getByRole('button', { name: 'Decide' }).click()
  const decision = theirs.getByRole('dialog', { name: 'Decide the dispute' })
  await decision.getByRole('radio', { name: 'The client is right' }).check()
  await decision.getByRole('textbox', { name: 'Reason' }).fill('The label was of another parcel')
  await expectAccessible(theirs)
  await decision.getByRole('button', { name: 'Decide' }).click()
  await expect(theirs.getByText('Dispute decided.').first()).toBeVisible()
  await expect(card(hers)).toContainText('Dispute accepted')
})
