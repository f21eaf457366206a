import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'

/** Clicks what opens a label in a tab beside the page, and gives back the file that was saved from there. */
export async function labelFrom(page: Page, opener: Locator) {
  const opening = page.context().waitForEvent('page')
  await opener.click()
  const beside = await opening
  const downloading = beside.waitForEvent('download')
  // A browser that shows PDF saves by a button of its own; one that does not has saved it already.
  saveFromViewer(beside).catch(() => undefined)
  const file = await readFile(await (await downloading).path())
  await beside.close()
  return file
}

async function saveFromViewer(page: Page) {
  await expect.poll(() => page.frames().length).toBeGreaterThan(1)
  await page.frames()[1]?.locator('#save').click()
}
