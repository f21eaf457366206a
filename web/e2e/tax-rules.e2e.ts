import type { Page } from '@playwright/test'
import { choose } from './choices'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

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
  await choose(page, 'Recipient’s state', 'São Paulo (SP)')
  await choose(page, 'Sent from', 'United States')
  await page.getByLabel('Date of the declaration').fill('2026-11-25')
  await page.getByLabel('Compare with').fill('2026-05-11')
  await choose(page, 'Seller in the tax program', /^Yes/)
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

test('the next rule ends the one before it', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: '/tax-rules' })
  const tax = `nz.fee${Date.now().toString(36)}`
  const fee = {
    ...{
      country: 'NZ',
      tax,
      class: 'fee',
      seq: 90,
      kind: 'percent',
      rate: '0.1',
      currency: 'NZD',
      per: 'shipment',
    },
    ...{
      limit_base: 'goods',
      tax_base: 'goods',
      rounding: 'half_up',
      collected: 'import',
      confidence: 'rule',
    },
    ...{ valid_from: '2026-01-01', legal_ref: 'Act 1', source: 'Customs', enabled: true },
  }
  const { data } = await call<{ data: { id: string } }>(page, 'POST', '/tax_rules', fee)
  await page.goto(at(`/tax-rules/${data.id}`))
  await page.getByRole('link', { name: 'Copy as the next rule' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Next rule' })).toBeVisible()
  await page.getByLabel('Valid from').fill('2026-01-01')
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('12.5')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByRole('alert')).toContainText('Must be after 01/01/2026')
  await page.getByLabel('Valid from').fill('2027-01-01')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText('Next rule created.')).toBeVisible()

  await page.goto(at(`/tax-rules?search=${tax}&on=any`))
  const rows = page.locator('[data-row]')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: '10%' })).toContainText('to 12/31/2026')
  await expect(rows.filter({ hasText: '12.5%' })).toContainText('01/01/2027')
  for (const row of await rows.all()) {
    const link = row.getByRole('link').first()
    await expect(link).toHaveText(tax)
  }
})

test('a postcode alone says that a place is outside the tax territory', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(at('/tax-rules/try'))
  await choose(page, 'Destination', 'United States')
  await page.getByRole('textbox', { name: 'Recipient’s postal code' }).fill('00801')
  await choose(page, 'Sent from', 'Brazil')
  await page.getByRole('textbox', { name: 'HS code' }).fill('610910')
  await page.getByRole('textbox', { name: 'Value' }).fill('100')
  await calculate(page)
  await expect(page.getByText('Outside the tax territory')).toBeVisible()
  await expectAccessible(page)
})
