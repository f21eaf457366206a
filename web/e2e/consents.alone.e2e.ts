import type { Page } from '@playwright/test'
import { newcomer } from './people'
import { call, expect, expectAccessible, origin, PASSWORD, signIn, termsDialog, test } from './support'

/** Every client of the company is asked while the text is in force. Nothing else may run meanwhile. */

test.use({ locale: 'en-US' })
test.skip(({ isMobile }) => isMobile, 'one company has one text')

const takeAway = (page: Page) =>
  call(page, 'POST', '/tenant_settings/legal_texts', { kind: 'terms', texts: [], asks: false })

test('a company publishes its terms, and a client accepts them before anything else', async ({ page }) => {
  const address = await newcomer(page, 'pacific', 'Ute Frost')
  await signIn(page, 'admin', 'pacific', { to: false })
  try {
    await page.goto(`${origin('pacific')}/settings/legal`)
    const terms = page.getByRole('group', { name: 'Terms of use' })
    await terms.getByRole('textbox', { name: 'English' }).fill('Parcels are insured.')
    await terms.getByRole('button', { name: 'Publish new version' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish new version' }).click()
    await expect(terms.getByRole('link', { name: /^Version \d+$/ }).first()).toBeVisible()

    await page.context().setStorageState({ cookies: [], origins: [] })
    const dialog = termsDialog(page)
    await page.removeLocatorHandler(dialog)
    await page.goto(`${origin('pacific')}/login`)
    await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Read the terms of use' })).toHaveAttribute(
      'href',
      '/legal/terms',
    )
    await expect(dialog.getByRole('button', { name: 'Accept' })).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: 'I accept the terms of use' }).check()
    await expect(dialog.getByRole('button', { name: 'Accept' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: /accept the privacy notice$/ }).check()
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dialog).toBeHidden()

    await page.goto(`${origin('pacific')}/legal/terms`)
    await expect(page.getByText('Parcels are insured.')).toBeVisible()
  } finally {
    await signIn(page, 'admin', 'pacific', { to: false })
    await takeAway(page)
  }
})
