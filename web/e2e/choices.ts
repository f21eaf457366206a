import type { Locator, Page } from '@playwright/test'

/** Chooses in a list that opens under its field. */
export async function choose(place: Page | Locator, field: string, option: string | RegExp) {
  const page = 'page' in place ? place.page() : place
  await place.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

/** The matrix of a profile; on a phone, with this resource opened. */
export async function matrixAt(page: Page, resource: string) {
  const matrix = page.getByRole('region', { name: 'Permissions' })
  const closed = matrix.getByRole('button', { name: new RegExp(`^${resource} \\d`), expanded: false })
  await matrix.getByRole('searchbox').waitFor()
  if (await closed.isVisible()) await closed.click()
  return matrix
}
