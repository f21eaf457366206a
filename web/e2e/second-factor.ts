import type { Page } from '@playwright/test'
import { expect, expectAccessible, origin, PASSWORD } from './support'
import { totp } from './totp'

/** Switches the second step on where somebody is signed in; returns the secret and the recovery codes. */
export async function switchOn(page: Page, site = origin('pacific')) {
  await page.goto(`${site}/my-account/security`)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('not-it')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Current password is incorrect.')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('12345')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('This code is wrong')
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill(totp(secret, -1))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I saved the codes' }).click()
  await expect(page.getByText('10 recovery codes left.')).toBeVisible()
  return { secret, codes }
}
