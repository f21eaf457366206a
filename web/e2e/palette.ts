import { expect, type Locator, type Page } from '@playwright/test'

/** The search over everything. */

export async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette.getByRole('textbox')).toBeFocused()
  return palette
}

/** Opens a record by its entry. The offers to open or to search what is typed begin with their verbs, not with the number. */
export async function openByEntry(page: Page, typed: string, number: string) {
  const palette = await openPalette(page)
  await palette.getByRole('textbox').fill(typed)
  await palette.getByRole('button', { name: new RegExp(`^${number}(\\s|$)`) }).click()
}
