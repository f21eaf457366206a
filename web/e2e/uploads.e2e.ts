import { choose } from './choices'
import { expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

test('staff send a file in parts for all clients, and a client downloads it (SHP-11)', async ({
  page,
  browser,
}) => {
  const at = (path: string) => `${origin('pacific')}${path}`
  const name = `rates-${test.info().project.name}-${Date.now()}.csv`
  // More than one part.
  const contents = `${name}\n`.repeat(Math.ceil(5_000_000 / (name.length + 1)))
  await signIn(page, 'staff', 'pacific', { to: false })
  await page.goto(at('/uploads'))
  await page.getByRole('button', { name: 'Send file' }).click()
  const dialog = page.getByRole('dialog')
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(contents) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await dialog.getByRole('combobox', { name: 'Folder' }).fill('Rates')
  await choose(dialog, 'Who sees it', 'All clients')
  let parts = 0
  page.on('request', (request) => {
    parts += request.url().endsWith('/parts') ? 1 : 0
  })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  expect(parts).toBe(2)
  await page.goto(at(`/uploads?search=${name}`))
  const row = page.locator('[data-row]').filter({ hasText: name })
  await expect(row).toContainText('All clients')
  await expectAccessible(page)

  const context = await browser.newContext({ locale: 'en-US' })
  const client = await context.newPage()
  await signIn(client, 'client', 'pacific', { to: false })
  await client.goto(at(`/uploads?search=${name}`))
  await expect(client.getByRole('button', { name: 'Send file' })).toBeHidden()
  const download = client.waitForEvent('download')
  await client.getByRole('link', { name }).click()
  expect((await download).suggestedFilename()).toBe(name)
  await context.close()

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${name} was deleted.`)).toBeVisible()
})
