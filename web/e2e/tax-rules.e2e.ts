import type { Page } from '@playwright/test'
import { choose } from './choices'
import { expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('pacific')}${path}`

const result = (page: Page, day: string) => page.getByRole('article', { name: `Taxes on ${day}` })

async function calculate(page: Page) {
  await page.getByRole('button', { name: 'Calculate', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused()
}

/** A parcel of US$ 100 from the United States to São Paulo, sold under Remessa Conforme. */
async function declare(page: Page) {
  await choose(page, 'Destination', 'Brazil')
  await choose(page, 'State of the receiver', 'São Paulo (SP)')
  await choose(page, 'Sent from', 'United States')
  await page.getByLabel('Date of the declaration').fill('2026-11-25')
  await page.getByLabel('Compare with').fill('2026-05-11')
  await choose(page, 'Seller in the tax programme', /^Yes/)
  await page.getByRole('textbox', { name: 'HS code' }).fill('610910')
  await page.getByRole('textbox', { name: 'Value' }).fill('100')
}

test('an administrator tries a parcel, changes a supplied rule and restores it', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: '/tax-rules' })
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.getByRole('link', { name: 'Calculate taxes' }).click()
  await page.getByRole('button', { name: 'Calculate', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Destination')
  await declare(page)
  await calculate(page)
  const today = result(page, '11/25/2026')
  for (const amount of ['$30.00', '$26.63', '$56.63']) await expect(today).toContainText(amount)
  await expect(result(page, '05/11/2026')).toContainText('$68.67')
  await expect(today).toContainText('$12.04 less than on 05/11/2026')
  await expectAccessible(page)

  await today.getByRole('link', { name: 'Import duty (II)' }).click()
  await expect(page.getByText('This rule comes with the product.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('50')
  await expect(page.getByRole('region', { name: 'In words' })).toContainText('50% less $30')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Rule saved.')).toBeVisible()

  await page.goto(at('/tax-rules/try'))
  await calculate(page)
  for (const amount of ['$20.00', '$24.58']) await expect(today).toContainText(amount)
  await today.getByRole('link', { name: 'Import duty (II)' }).click()
  await page.getByRole('button', { name: 'Restore the supplied rule' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore the supplied rule' }).click()
  await expect(page.getByText('The supplied rule applies again.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Rate', exact: true })).toHaveValue('60')
  await expectAccessible(page)
  await expectReflow(page)
})
