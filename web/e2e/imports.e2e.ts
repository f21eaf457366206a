import { LONG, upload } from './importing'
import { expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

test('says at the field what is wrong with a file', async ({ page }) => {
  test.setTimeout(LONG)
  await signIn(page, 'staff', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/shipments/imports/new`)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Choose a file.', { exact: true })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'empty.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('A,B\r\n'),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Error importing the file! The file has no rows.')).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
})

test('the columns are given their meanings, and an import can be given up', { tag: '@phone' }, async ({
  page,
}) => {
  test.setTimeout(LONG)
  await signIn(page, 'staff', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/shipments/imports/new`)
  const file = `Zq1,Zq2\r\nA-${test.info().project.name},Book\r\n`
  await upload(page, { name: 'small.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  const meaning = page.getByRole('combobox', { name: 'Field for Zq2' })
  await meaning.fill('Quantity')
  await page.getByRole('option', { name: 'Quantity' }).click()
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('alert')).toContainText('The items have no description.')
  await meaning.fill('Item desc')
  await page.getByRole('option', { name: 'Item description' }).click()
  // The draft is written at a pause.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('item_description')
  await page.reload()
  await expect(meaning).toHaveValue('Item description')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Import discarded' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Import steps' })).toBeHidden()

  await page.goto(`${origin('pacific')}/shipments/imports`)
  await expect(page.getByText('small.csv').first()).toBeVisible()
  await expectAccessible(page)
  await expectReflow(page)
})

test('clients of another system come in from their file, each once', async ({ page }) => {
  test.setTimeout(LONG)
  await signIn(page, 'staff', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/clients`)
  await page.getByRole('link', { name: 'Import clients' }).click()
  await expect(page.getByRole('heading', { name: 'Import clients' })).toBeVisible()
  const own = `Zq ${Date.now()}`
  const email = `${Date.now()}@zq.test`
  const file =
    'Customer;Customer email;City;State;Credit limit\r\n' +
    `${own};${email};Miami;FL;900\r\n${own} Two;no address;Miami;FL;\r\n`
  await upload(page, { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') })
  await expect(page.getByRole('combobox', { name: 'Field for Customer email' })).toHaveValue('E-mail')
  await expect(page.getByRole('combobox', { name: 'Country', exact: true })).toHaveValue('United States')
  await expectAccessible(page)
  await expectReflow(page)
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: 'Import 1 client' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  const address = page.getByRole('textbox', { name: 'Customer email, row 3' })
  await expect(address).toHaveValue('no address')
  await address.fill(`two-${email}`)
  await page.getByRole('button', { name: 'Correct and import' }).click()
  await expect(page.locator('[data-count="new"]')).toContainText('2')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View clients' }).click()
  await expect(page.getByRole('link', { name: own, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: `${own} Two` })).toBeVisible()
})
