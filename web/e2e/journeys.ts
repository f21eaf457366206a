import type { Page } from '@playwright/test'
import { linksFor } from './emails'
import { collected, scanField } from './recording'
import { expect, origin, PASSWORD } from './support'

/** Steps that several people's journeys have in common. Each is done by hand: nothing but the first address is typed. */

/** Follows an entry of the menu. */
export const goTo = (page: Page, entry: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: entry, exact: true }).click()

/** The present stage of a shipment on its page. */
export const stage = (page: Page) =>
  page.getByRole('list', { name: 'Progress' }).locator('[aria-current="step"]')

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Signs in on the page that asks for it. */
export async function fillLogin(page: Page, address: string) {
  await field(page, 'E-mail').fill(address)
  await field(page, 'Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

/**
 * From the public home of a company to the home of its new client, with the confirmation of the address between them.
 * `fillPerson` fills what depends on who registers, and where.
 */
export async function register(page: Page, tenant: string, address: string, fillPerson: () => Promise<void>) {
  await page.goto(origin(tenant))
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create new account' })).toBeVisible()
  await fillPerson()
  await field(page, 'E-mail').fill(address)
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox', { name: 'I accept the terms of use' }).check()
  await page.getByRole('checkbox', { name: 'I have read and accept the privacy notice' }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => linksFor(address, '/register/validate').length).toBe(1)
  await page.goto(linksFor(address, '/register/validate')[0] ?? '')
  await page.getByRole('button', { name: 'Confirm e-mail' }).click()
  await expect(page.getByText('E-mail confirmed. You can sign in now.')).toBeVisible()
  await fillLogin(page, address)
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
}

/** A clerk finds the deposit of a client among the work of today, and confirms it. */
export async function confirmDeposit(page: Page, client: string) {
  await goTo(page, 'Dashboard')
  await page
    .getByRole('region', { name: 'Today' })
    .getByRole('link', { name: /Deposits to confirm$/ })
    .click()
  await page.locator('[data-row]').filter({ hasText: client }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Deposit confirmed.')).toBeVisible()
}

/** On the open desk: scans the parcels, and says what happened to them. */
export async function recordAtDesk(page: Page, codes: string[], event: string) {
  for (const code of codes) {
    await scanField(page).fill(code)
    await page.keyboard.press('Enter')
  }
  await expect(collected(page)).toHaveCount(codes.length)
  await page
    .getByRole('group', { name: 'Frequent events' })
    .getByRole('button', { name: event, exact: true })
    .click()
  await page.getByRole('button', { name: /^Record for/ }).click()
  await expect(collected(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Recorded for/ })).toBeVisible()
}

/** Opens the desk that records events. */
export async function openDesk(page: Page) {
  await goTo(page, 'Tracking')
  await page.getByRole('tab', { name: 'Record event' }).click()
  await expect(scanField(page)).toBeVisible()
}
