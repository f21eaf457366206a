import type { Page } from '@playwright/test'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('pacific')}${path}`

/** Opens the one row of a list. */
async function open(page: Page, list: string, name: string) {
  await page.goto(at(`${list}?search=${encodeURIComponent(name)}`))
  await page.locator('[data-row]').getByRole('link', { name }).first().click()
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()
}

async function restore(page: Page) {
  await page.getByRole('button', { name: 'Restore defaults' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore defaults' }).click()
  await expect(page.getByText(/has its defaults again/)).toBeVisible()
}

test('an administrator names a language, and forms offer it by that name', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await open(page, '/locales', 'Chinese')
  await page.getByLabel('Name (English)').fill('Mandarin')
  await expectAccessible(page)
  await save(page)
  await page.goto(at('/users/new'))
  await page.getByRole('combobox', { name: 'Language' }).click()
  await expect(page.getByRole('option', { name: 'Mandarin' })).toBeVisible()
  await open(page, '/locales', 'Mandarin')
  await restore(page)
  await open(page, '/locales', 'English')
  await expect(page.getByLabel('Offer this language')).toBeDisabled()
})

const destination = (page: Page) =>
  page.getByRole('group', { name: 'To' }).getByRole('combobox', { name: 'Country', exact: true })

test('an administrator decides about countries, airports and currencies', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await open(page, '/countries', 'Tuvalu')
  await page.getByLabel('Ship to this country').click()
  await expectAccessible(page)
  await save(page)
  await open(page, '/countries', 'Nauru')
  await page.getByLabel('Notice (English)').fill('Parcels leave once a month.')
  await save(page)
  await page.goto(at('/calculator'))
  await destination(page).fill('tuvalu')
  await expect(page.getByRole('option', { name: 'Tuvalu' })).toHaveCount(0)
  await destination(page).fill('nauru')
  await page.getByRole('option', { name: 'Nauru' }).click()
  await expect(page.getByRole('status').getByText('Parcels leave once a month.')).toBeVisible()
  await expectReflow(page)
  for (const name of ['Tuvalu', 'Nauru']) {
    await open(page, '/countries', name)
    await restore(page)
  }

  await open(page, '/airports', 'Funafuti')
  await page.getByLabel('Custom name').fill('Coral strip')
  await page.getByLabel('Favorite').click()
  await save(page)
  await page.goto(at('/warehouses/new'))
  await page.getByRole('combobox', { name: 'Airport' }).click()
  await expect(page.getByRole('option').first()).toHaveText(/FUN · Coral strip/)
  await open(page, '/airports', 'Coral strip')
  await restore(page)

  await page.goto(at('/airports'))
  await page.getByRole('link', { name: 'Add airport' }).click()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('JFK')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbor strip')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Already in use.').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('QHS')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/airports\/QHS$/)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbor field')
  await save(page)
  await page.goto(at('/airports?search=harbor%20field'))
  const own = page.locator('[data-row]').filter({ hasText: 'Harbor field' })
  await own.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(own).toHaveCount(0)

  await open(page, '/currencies', 'US Dollar')
  await expect(page.getByLabel('Bill in this currency')).toBeDisabled()
  await open(page, '/currencies', 'CFP Franc')
  await page.getByLabel('Bill in this currency').click()
  await save(page)
  const { data } = await call<{ data: { code: string }[] }>(page, 'GET', '/auxiliar/chargeable_currencies')
  expect(data.at(-1)?.code).toBe('XPF')
  await open(page, '/currencies', 'CFP Franc')
  await page.getByLabel('Bill in this currency').click()
  await save(page)
})
