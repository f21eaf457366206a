import { expect, type Page } from '@playwright/test'
import { origin, type Tenant } from './support'

/** The desk that records events, and the page where a receiver reads them. */

export const scanField = (page: Page) => page.getByRole('textbox', { name: 'Scan or enter a code' })
export const collected = (page: Page) =>
  page.getByRole('region', { name: 'Scanned codes' }).getByRole('listitem')

/** By the keys alone, as a scanner and a hurried hand do it. */
export async function choose(page: Page, event: string) {
  await page.getByRole('combobox', { name: 'Event' }).focus()
  // As it opens it marks what is chosen already: what is typed before that is marked, but not taken by Enter.
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.type(event)
  // The first that fits is marked a moment after it is drawn; only then does Enter take it.
  await expect(page.getByRole('option', { name: event }).first()).toHaveAttribute(
    'data-combobox-selected',
    'true',
  )
  await page.keyboard.press('Enter')
}

export const publicPage = (tenant: Tenant, codes: string[]) =>
  `${origin(tenant)}/tracking?codes=${codes.join(',')}`
