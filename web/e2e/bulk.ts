import { expect, type Page } from '@playwright/test'

/** The bar above a list while rows of it are chosen. */
export const bulkBar = (page: Page) => page.getByRole('group', { name: 'Bulk actions' })

/**
 * A verb of the bar, or of the menu where the bar has no room for it. A bar that does not stand there yet has no verb either,
 * and its menu would be searched in vain.
 */
export async function pressVerb(page: Page, name: string) {
  const bar = bulkBar(page)
  await expect(bar).toBeVisible()
  const button = bar.getByRole('button', { name, exact: true })
  if (await button.isHidden()) {
    await bar.getByRole('button', { name: /^(More actions|Actions)$/ }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  } else await button.click()
}
