import { check, LONG, upload } from './importing'
import { newClient } from './money'
import { assign, flatTable } from './prices'
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

test('the preview has the price of each shipment, and what it lacks, before anything is imported', async ({
  page,
}) => {
  test.setTimeout(LONG)
  await signIn(page, 'admin', 'pacific', { to: false })
  const client = await newClient(page, `Oak Trading ${Date.now()}`)
  await assign(page, client, await flatTable(page, '30'))
  await page.goto(`${origin('pacific')}/shipments/imports/new?client=${client}`)
  const file =
    'Order,Service,Sender country,Receiver name,Receiver country,Receiver city,Weight (kg),Incoterm,Item description,Quantity\r\n' +
    'O-1,PRIORITY,United States,Ana Souza,Brazil,São Paulo,0.8,DAP,Cap,1\r\n' +
    'O-2,PRIORITY,United States,Otto Klein,Germany,Berlin,0.8,DAP,Cap,1\r\n'
  await upload(page, { name: 'priced.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await check(page)
  const prices = page.getByRole('region', { name: 'Prices' })
  await expect(prices.getByText('Total: $30.00')).toBeVisible()
  const row = (reference: string) => prices.getByRole('row').filter({ hasText: reference })
  await expect(row('O-1')).toContainText('$30.00')
  await expect(row('O-2')).toContainText('No price')
  await expect(row('O-2')).toContainText('Missing: ')
  await prices.getByText('Not ready (2)').click()
  await expect(prices.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await expectReflow(page)
})
