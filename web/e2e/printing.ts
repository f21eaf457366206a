import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page } from '@playwright/test'

/** Clicks what opens a label in a tab beside the page, and gives back the file that was saved from there. */
export async function labelFrom(page: Page, opener: Locator) {
  const opening = page.context().waitForEvent('page')
  // A browser that does not show PDF saves the file at once, and tells the page with the link.
  const downloading = new Promise<Download>((saved) => {
    page.once('download', saved)
    page.context().once('page', (beside) => beside.once('download', saved))
  })
  await opener.click()
  const beside = await opening
  // One that shows it saves the file by a button of its own.
  saveFromViewer(beside).catch(() => undefined)
  const file = await readFile(await (await downloading).path())
  await beside.close()
  return file
}

async function saveFromViewer(page: Page) {
  await expect.poll(() => page.frames().length).toBeGreaterThan(1)
  await page.frames()[1]?.locator('#save').click()
}

/** Asked for by the page itself: it is signed in, and it knows the host. */
export async function bytesOf(page: Page, path: string) {
  const bytes = await page.evaluate(
    async (path) => [...new Uint8Array(await (await fetch(path)).arrayBuffer())],
    path,
  )
  return Buffer.from(bytes)
}

/** The lines of a PDF as they stand on the paper. */
export const linesOf = (pdf: Buffer) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).split('\n')

/** The last figures of a line, in the smallest unit of their currency, however they are written. */
export const figuresOf = (line = '', count = 1) =>
  line
    .trim()
    .split(/\s+/)
    .slice(-count)
    .map((figure) => Number(figure.replace(/\D/g, '')))
