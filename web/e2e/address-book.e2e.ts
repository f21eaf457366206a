import { expect, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

test('a recipient saved with a shipment is in the address book, for its client alone, until it is deleted', async ({
  page,
  somebodyElse,
}) => {
  const name = `Saved ${Date.now()}`
  await signIn(page, 'client', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/shipments/new`)
  const receiver = page.getByRole('group', { name: 'Recipient', exact: true })
  await receiver.getByRole('combobox', { name: 'Name' }).fill(name)
  const country = receiver.getByRole('combobox', { name: 'Country', exact: true })
  // An open list is ready for Enter as soon as its first option is marked.
  await country.click()
  await expect(page.getByRole('option', { name: 'Brazil' })).toBeVisible()
  await country.pressSequentially('portugal')
  await expect(page.getByRole('option', { name: 'Portugal' })).toHaveAttribute(
    'data-combobox-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await receiver.getByRole('textbox', { name: 'City' }).fill('Lisboa')
  await receiver.getByRole('checkbox', { name: 'Save to the address book' }).check()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)

  const book = `${origin('pacific')}/address-book?search=${encodeURIComponent(name)}`
  const other = await somebodyElse()
  await signIn(other, 'staff', 'pacific', { to: false })
  await other.goto(book)
  await expect(other.locator('[data-row]')).toContainText('Horizonte')

  await page.goto(book)
  await page.getByRole('link', { name }).click()
  await page.getByRole('textbox', { name: 'City' }).fill('Porto')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('[data-row]').filter({ hasText: name })).toContainText('Porto')

  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Data has been deleted.')).toBeVisible()
  await page.goto(book)
  await expect(page.locator('[data-row]')).toHaveCount(0)
})
