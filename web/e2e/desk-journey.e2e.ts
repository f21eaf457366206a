import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { goTo, openDesk, recordAtDesk, stage } from './journeys'
import { labelFrom } from './printing'
import { timedId } from './seeds'
import { call, expect, origin, signIn, test } from './support'

/** The day of a clerk: from the work of today on the dashboard to the answer that a client waits for. */

test.use({ locale: 'en-US' })

type Made = { data: { id: string; tracking_code: string } }

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })
const held = (page: Page) => page.getByRole('note').filter({ hasText: 'On hold' })

async function more(page: Page, action: string) {
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a clerk works a parcel from the list of today to the desk, and answers its client', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'a desk with a scanner; phones see these screens in specs of their own')
  test.slow()
  const mark = crypto.randomUUID().slice(0, 8)
  const client = await somebodyElse()
  await askClerk(page, client, mark)
  const to_name = `Desk ${mark}`
  const form = await completeForm(page, { to_name })
  const { data } = await call<Made>(page, 'POST', '/shipments', form)
  const code = data.tracking_code
  const heading = page.getByRole('heading', { level: 1, name: code })
  const today = page.getByRole('region', { name: 'Today' })

  await test.step('finds a draft among the work of today, confirms it and prints its label', async () => {
    await page.goto(origin('pacific'))
    await today.getByRole('link', { name: /To confirm$/ }).click()
    await search(page, to_name)
    await page.locator('[data-row]').getByRole('link', { name: code }).click()
    await expect(heading).toBeVisible()
    await button(page, /^Confirm/).click()
    await dialog(page, /^Confirm/)
      .getByRole('button', { name: 'Confirm shipment' })
      .click()
    await expect(stage(page)).toContainText('Confirmed')
    const label = await labelFrom(page, button(page, 'Print label'))
    expect(label.subarray(0, 5).toString()).toBe('%PDF-')
  })
  await test.step('holds it, and releases it', async () => {
    await more(page, 'Put on hold')
    const hold = dialog(page, /^Put .* on hold/)
    await hold.getByRole('combobox', { name: 'Reason' }).click()
    await hold.getByRole('option', { name: 'Address problem' }).click()
    await hold.getByRole('button', { name: 'Put on hold' }).click()
    await expect(held(page)).toContainText('the address has to be checked')
    await more(page, 'Release')
    await dialog(page, /^Release/)
      .getByRole('button', { name: 'Release' })
      .click()
    await expect(held(page)).toBeHidden()
  })
  await test.step('scans it as it comes in, and opens it from the result', async () => {
    await openDesk(page)
    await recordAtDesk(page, [code], 'Received at warehouse')
    await page.getByRole('region', { name: 'Result' }).getByRole('link', { name: code }).click()
    await expect(heading).toBeVisible()
    await expect(stage(page)).toContainText('Received')
  })
  await test.step('answers the client, who reads it at once', async () => {
    await goTo(page, 'Dashboard')
    await today.getByRole('link', { name: /Unread tickets$/ }).click()
    await search(page, mark)
    await page.locator('[data-row]').getByRole('link').first().click()
    await page.getByRole('textbox', { name: 'Reply' }).fill('It came in **today**.')
    await button(page, 'Send reply').click()
    await expect(page.getByText('Message sent.')).toBeVisible()
    await expect(client.getByRole('article').locator('strong', { hasText: 'today' })).toBeVisible()
  })
})

/** Narrows the list to the one record that has these words. */
async function search(page: Page, words: string) {
  await page.getByRole('searchbox').fill(words)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-row]')).toHaveCount(1)
}

/** A client asks about a subject of the clerk's, and keeps the ticket open. Then the clerk is signed in. */
async function askClerk(page: Page, client: Page, mark: string) {
  await signIn(page, 'staff', 'pacific', { to: false })
  const clerk = await call<{ data: { id: string } }>(page, 'GET', '/profile')
  await signIn(page, 'admin', 'pacific', { to: false })
  const title = `Parcels at the desk ${mark}`
  const subject = await call<{ data: { id: string } }>(page, 'POST', '/backoffice/support-subjects', {
    code: mark.toUpperCase(),
    title_locale: { en: title, pt: title, es: title, zh: title },
    users: [clerk.data.id],
  })
  await signIn(page, 'staff', 'pacific', { to: false })
  await signIn(client, 'client', 'pacific', { to: false })
  const question = { support_subject_id: subject.data.id, body: `Where is ${mark}?` }
  const ticket = await call<{ data: { id: string } }>(client, 'POST', '/support-tickets', {
    key: timedId(),
    ...question,
  })
  await client.goto(`${origin('pacific')}/supports/${ticket.data.id}`)
  await expect(client.getByText(`Where is ${mark}?`)).toBeVisible()
}
