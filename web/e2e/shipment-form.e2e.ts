import type { Page } from '@playwright/test'
import {
  call,
  expect,
  expectAccessible,
  expectReflow,
  origin,
  PASSWORD,
  settled,
  signIn,
  test,
} from './support'

test.use({ locale: 'en-US' })

/** With letters, as the tax office gives them since 2026. */
const CNPJ = '12ABC34501DE35'
const WRONG_CPF = '52998224724'

const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function openNew(page: Page) {
  await page.goto(`${origin('pacific')}/shipments/new`)
  await expect(page.getByRole('heading', { level: 1, name: 'New shipment' })).toBeVisible()
  await expect(part(page, 'Sender')).toBeVisible()
}

async function choose(page: Page, label: string, option: string | RegExp, within?: string) {
  const place = within ? part(page, within) : page
  await place.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('listbox').getByRole('option', { name: option }).first().click()
}

test('a company with letters in its CNPJ is saved and edited; a wrong CPF is told at the field', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow()
  await signIn(page, 'admin', 'pacific', { to: false })
  await openNew(page)
  await choose(page, 'Service', 'Priority')
  await choose(page, 'Contents', 'Merchandise')

  const sender = part(page, 'Sender')
  await choose(page, 'Country', 'Brazil', 'Sender')
  await sender.getByRole('radio', { name: 'Company' }).check()
  await sender.getByRole('combobox', { name: 'Company name' }).fill('Atlântico Exportadora Ltda')
  await sender.getByRole('textbox', { name: 'CNPJ' }).fill(CNPJ)
  await expect(sender.getByRole('textbox', { name: 'CNPJ' })).toHaveValue('12.ABC.345/01DE-35')
  await sender.getByRole('button', { name: 'More fields: Sender' }).click()
  await expect(sender.getByRole('textbox', { name: /State registration/ })).toBeVisible()
  await sender.getByRole('textbox', { name: 'Street' }).fill('Avenida Paulista')
  await sender.getByRole('textbox', { name: 'City' }).fill('São Paulo')

  const receiver = part(page, 'Recipient')
  await choose(page, 'Country', 'Brazil', 'Recipient')
  await receiver.getByRole('combobox', { name: 'Name' }).fill('Ana Souza')
  await expect(page.getByRole('button', { name: 'Recipient’s tax ID' })).toBeVisible()
  await receiver.getByRole('textbox', { name: 'CPF' }).fill(WRONG_CPF)
  await expect(receiver.getByRole('textbox', { name: 'CPF' })).toHaveAccessibleDescription('Invalid CPF.')
  await receiver.getByRole('textbox', { name: 'Postal code' }).fill('30160-010')
  await receiver.getByRole('textbox', { name: 'Street' }).fill('Rua da Bahia')
  await expect(receiver.getByRole('combobox', { name: 'State' })).toHaveValue('Minas Gerais')
  await receiver.getByRole('textbox', { name: 'City' }).fill('Belo Horizonte')

  const parcel = part(page, 'Parcel 1')
  await parcel.getByRole('textbox', { name: 'Length' }).fill('30')
  await parcel.getByRole('textbox', { name: 'Width' }).fill('20')
  await parcel.getByRole('textbox', { name: 'Height' }).fill('10')
  await parcel.getByRole('textbox', { name: 'Weight' }).fill('2.5')
  await page.getByRole('button', { name: 'Duplicate Parcel 1' }).click()
  await expect(part(page, 'Parcel 2').getByRole('textbox', { name: 'Length' })).toBeFocused()
  await expect(page.getByText('2 parcels · 5 lb · volumetric 86.71 lb')).toBeVisible()

  const item = part(page, 'Item 1')
  await item.getByRole('textbox', { name: 'Description' }).fill('Coffee, roasted')
  await item.getByRole('textbox', { name: 'Quantity' }).fill('3')
  await item.getByRole('textbox', { name: 'Unit value' }).fill('19.90')
  await item.getByRole('combobox', { name: 'HS code' }).fill('0901.2')
  await expect(page.getByRole('textbox', { name: 'Declared value' })).toHaveValue('59.70')
  await expect(page.getByText('Ready to ship')).toBeVisible()

  await page.getByRole('button', { name: 'Create shipment' }).click()
  const summary = page.getByRole('alert', { name: '2 fields need attention' })
  await expect(summary).toBeFocused()
  await summary.getByRole('button', { name: 'HS code: An HS code has 6 to 10 digits.' }).click()
  await expect(item.getByRole('combobox', { name: 'HS code' })).toBeFocused()
  await item.getByRole('combobox', { name: 'HS code' }).fill('090121')
  await receiver.getByRole('textbox', { name: 'CPF' }).fill('52998224725')
  await page.getByRole('button', { name: 'Create shipment' }).click()

  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Ana Souza').first()).toBeVisible()
  await edit(page)
  await expect(page.getByRole('heading', { level: 1, name: /^Edit / })).toBeVisible()
  await expect(part(page, 'Sender').getByRole('textbox', { name: 'CNPJ' })).toHaveValue('12.ABC.345/01DE-35')
  await expect(part(page, 'Parcel 2').getByRole('textbox', { name: 'Weight' })).toHaveValue('2.5')
  await part(page, 'Recipient').getByRole('combobox', { name: 'Name' }).fill('Ana Souza Lima')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Ana Souza Lima').first()).toBeVisible()
})

test('somebody else saved first: nothing that was typed is lost', async ({ page, context }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await openNew(page)
  await part(page, 'Recipient').getByRole('combobox', { name: 'Name' }).fill('Carlos Lima')
  await page.getByRole('button', { name: 'Create shipment' }).click()
  await edit(page)
  await part(page, 'Recipient').getByRole('textbox', { name: 'City' }).fill('Recife')

  const other = await context.newPage()
  await other.goto(page.url())
  await part(other, 'Sender').getByRole('combobox', { name: 'Name' }).fill('Rosa Dias')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
  await other.close()

  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Load latest and keep my changes' }).click()
  await expect(part(page, 'Sender').getByRole('combobox', { name: 'Name' })).toHaveValue('Rosa Dias')
  await expect(part(page, 'Recipient').getByRole('textbox', { name: 'City' })).toHaveValue('Recife')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
})

test('a saved parcel is chosen again, until it is deleted', async ({ page }) => {
  const name = `Box ${Date.now()}`
  await signIn(page, 'client', 'pacific', { to: false })
  await openNew(page)
  await field(page, 'Parcel 1', 'Length').fill('30')
  await field(page, 'Parcel 1', 'Weight').fill('2.5')
  await page.getByRole('button', { name: 'Save Parcel 1 to use it again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this parcel' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${name} was saved.`)).toBeVisible()

  await page.getByRole('button', { name: 'Saved parcels' }).click()
  await expect(page.getByRole('menuitem', { name: `Delete ${name}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  await expect(field(page, 'Parcel 2', 'Length')).toHaveValue('30')
  await expect(field(page, 'Parcel 2', 'Weight')).toHaveValue('2.5')

  await page.getByRole('button', { name: 'Saved parcels' }).click()
  await page.getByRole('menuitem', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${name} was deleted.`)).toBeVisible()
})

async function edit(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
}

/** A shipment of its own, and its form as the person behind the page sees it. */
async function editing(page: Page) {
  await signIn(page, 'admin', 'pacific', { to: false })
  const body = { to_name: 'Carlos Lima', to_city: 'Natal' }
  const { id } = (await call<{ data: { id: string } }>(page, 'POST', '/shipments', body)).data
  await page.goto(`${origin('pacific')}/shipments/${id}/edit`)
  await expect(part(page, 'Recipient')).toBeVisible()
  return id
}

const field = (page: Page, group: string, name: string) =>
  part(page, group).getByRole(name === 'Name' ? 'combobox' : 'textbox', { name })

/** A colleague, in a browser of their own, changes the same shipment and is done with it first. */
async function changedBy(colleague: Page, id: string) {
  await signIn(colleague, 'staff', 'pacific', { to: false })
  await colleague.goto(`${origin('pacific')}/shipments/${id}/edit`)
  await field(colleague, 'Sender', 'Name').fill('Rosa Dias')
  await field(colleague, 'Recipient', 'City').fill('Olinda')
  await field(colleague, 'Item 1', 'Description').fill('Coffee, roasted')
  await colleague.getByRole('button', { name: 'Save changes' }).click()
  await expect(colleague).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
}

test('two people at one shipment: the second to save is told, and the work of both is in it', async ({
  page,
  somebodyElse,
}) => {
  const id = await editing(page)
  await field(page, 'Recipient', 'Name').fill('Carlos Lima Neto')
  await field(page, 'Recipient', 'City').fill('Recife')
  await changedBy(await somebodyElse(), id)

  const refused = page.waitForResponse((answer) => answer.status() === 409)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await refused
  await expect(page.getByRole('alert').first()).toBeFocused()
  await expectAccessible(page)
  await expect(field(page, 'Recipient', 'City')).toHaveValue('Recife')

  await page.getByRole('button', { name: 'Load latest and keep my changes' }).click()
  await expect(field(page, 'Sender', 'Name')).toHaveValue('Rosa Dias')
  await expect(field(page, 'Item 1', 'Description')).toHaveValue('Coffee, roasted')
  // Both wrote the city: what stands on the screen of the one who decides is what is saved.
  await expect(field(page, 'Recipient', 'City')).toHaveValue('Recife')
  await expect(field(page, 'Recipient', 'Name')).toHaveValue('Carlos Lima Neto')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Carlos Lima Neto').first()).toBeVisible()
  await expect(page.getByText('Rosa Dias').first()).toBeVisible()
  await expect(page.getByText('Recife').first()).toBeVisible()
  await expect(page.getByText('Coffee, roasted').first()).toBeVisible()
})

for (const [answer, city] of [
  ['Keep my changes', 'Recife'],
  ['Use saved version', 'Olinda'],
] as const)
  test(`a draft that somebody else's change overtook: ${answer.toLowerCase()}`, async ({
    page,
    somebodyElse,
  }) => {
    const id = await editing(page)
    await field(page, 'Recipient', 'City').fill('Recife')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Recife')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${origin('pacific')}/tracking`)
    await changedBy(await somebodyElse(), id)

    await page.goto(`${origin('pacific')}/shipments/${id}/edit`)
    await expect(page.getByText('Someone else saved changes in the meantime')).toBeVisible()
    await expect(field(page, 'Sender', 'Name')).toHaveValue('Rosa Dias')
    await expect(field(page, 'Recipient', 'City')).toHaveValue('Recife')
    await expectAccessible(page)
    await page.getByRole('button', { name: answer }).click()
    await expect(field(page, 'Recipient', 'City')).toHaveValue(city)
    await field(page, 'Recipient', 'Name').fill('Carlos Lima Neto')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
    for (const text of [city, 'Carlos Lima Neto', 'Rosa Dias'])
      await expect(page.getByText(text).first()).toBeVisible()
  })

test('a lost connection, a crash and an ended session take nothing that was typed', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await openNew(page)
  const name = (where: Page) => part(where, 'Recipient').getByRole('combobox', { name: 'Name' })
  const create = (where: Page) => where.getByRole('button', { name: 'Create shipment' }).click()
  await name(page).fill('Nothing lost')

  await context.setOffline(true)
  await create(page)
  await expect(page.getByText('Could not reach the server.')).toBeVisible()
  await expect(name(page)).toHaveValue('Nothing lost')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Nothing lost')
  await context.setOffline(false)

  await page.goto('chrome://crash').catch(() => undefined)
  const again = await context.newPage()
  await openNew(again)
  await expect(again.getByText('Draft restored')).toBeVisible()
  await expect(name(again)).toHaveValue('Nothing lost')

  await context.clearCookies()
  await create(again)
  const dialog = again.getByRole('dialog', { name: /sign in again/i })
  await dialog.locator('input[type=password]').fill(PASSWORD)
  await again.keyboard.press('Enter')
  await expect(again).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
  await expect(again.getByText('Nothing lost').first()).toBeVisible()
})

test('a draft outlives a reload', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await openNew(page)
  await part(page, 'Recipient').getByRole('combobox', { name: 'Name' }).fill('Half typed')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Half typed')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Draft restored')).toBeVisible()
  await expect(part(page, 'Recipient').getByRole('combobox', { name: 'Name' })).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(part(page, 'Recipient').getByRole('combobox', { name: 'Name' })).toHaveValue('')
})

test('a postcode fills the address and says so; an unknown one empties it', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await openNew(page)
  const sender = part(page, 'Sender')
  await choose(page, 'Country', 'Brazil', 'Sender')
  await sender.getByRole('textbox', { name: 'Postal code' }).fill('01310-100')
  await page.keyboard.press('Tab')
  await expect(sender.getByRole('status')).toHaveText(
    'District, State, and City filled in from the postal code.',
  )
  await expect(sender.getByRole('combobox', { name: 'State' })).toHaveValue('São Paulo')
  await expect(sender.getByRole('textbox', { name: 'City' })).toHaveValue('São Paulo')
  await sender.getByRole('textbox', { name: 'Postal code' }).fill('00000-000')
  await page.keyboard.press('Tab')
  await expect(sender.getByRole('status')).toHaveText('Postal code not found.')
  await expect(sender.getByRole('combobox', { name: 'State' })).toHaveValue('')
  await choose(page, 'Country', 'United States', 'Sender')
  await sender.getByRole('textbox', { name: 'City' }).fill('Miami')
  await sender.getByRole('textbox', { name: 'ZIP code' }).fill('94103')
  await page.keyboard.press('Tab')
  await expect(sender.getByRole('textbox', { name: 'City' })).toHaveValue('San Francisco')
  await expectAccessible(page)
  await sender.getByRole('button', { name: 'Put back' }).click()
  await expect(sender.getByRole('textbox', { name: 'City' })).toHaveValue('Miami')
  await choose(page, 'Country', 'United Kingdom', 'Sender')
  const asked = page.waitForResponse(/\/auxiliar\/postcode\//)
  await sender.getByRole('textbox', { name: 'Postal code' }).fill('SW1A 1AA')
  await page.keyboard.press('Tab')
  await asked
  await expect(sender.getByRole('status')).toBeEmpty()
  await expect(sender.getByRole('textbox', { name: 'Town or city' })).toHaveValue('Miami')
})

test('the phone of a recipient has the code of their country', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await openNew(page)
  const receiver = part(page, 'Recipient')
  await choose(page, 'Country', 'Brazil', 'Recipient')
  await receiver.getByRole('textbox', { name: 'Phone' }).fill('3055550123')
  await choose(page, 'Country', 'United States', 'Recipient')
  await receiver.getByRole('combobox', { name: 'Name' }).fill('Phone Home')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
  await expect(page.getByText(/\+1 305-555-0123/).first()).toBeVisible()
})

test('a pasted address fills the card, and what has no place stays in the box', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await openNew(page)
  const receiver = part(page, 'Recipient')
  await page.getByRole('button', { name: 'Paste an address: Recipient' }).click()
  const box = page.getByRole('dialog').getByRole('textbox', { name: 'Address' })
  await box.fill(
    'John Carter\nring twice\n801 Brickell Ave Apt 1204\nMiami, FL 33131\nUnited States\n+1 305 555 0142',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(box).toHaveValue('ring twice')
  await page.keyboard.press('Escape')
  await expect(receiver.getByRole('combobox', { name: 'Name' })).toHaveValue('John Carter')
  await expect(receiver.getByRole('combobox', { name: 'State' })).toHaveValue('Florida')
  await expect(receiver.getByRole('textbox', { name: 'City' })).toHaveValue('Miami')
  await expect(receiver.getByRole('textbox', { name: 'Phone' })).toHaveValue(/305.*555.*0142/)
})

test('a second pasted address keeps nothing of the first person', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await openNew(page)
  const receiver = part(page, 'Recipient')
  const paste = async (text: string) => {
    await page.getByRole('button', { name: 'Paste an address: Recipient' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).fill(text)
    await page.getByRole('button', { name: 'Fill in' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await paste('John Carter\n801 Brickell Ave\nMiami, FL 33131\nUnited States\n+1 305 555 0142')
  await expect(receiver.getByRole('combobox', { name: 'State' })).toHaveValue('Florida')
  await paste('Torstraße 44\n10119 Berlin\nGermany')
  await expect(page.getByText(/^Filled in from the text: /)).toBeVisible()
  await expect(receiver.getByRole('textbox', { name: 'City' })).toHaveValue('Berlin')
  await expect(receiver.getByRole('textbox', { name: 'Postal code' })).toHaveValue('10119')
  const city = receiver.getByRole('textbox', { name: 'City' })
  await expect(city).toHaveAccessibleDescription(/From the pasted text/)
  await city.fill('Bonn')
  await expect(city).not.toHaveAccessibleDescription(/From the pasted text/)
  await city.fill('Berlin')
  await expect(receiver.getByRole('combobox', { name: 'Name' })).toHaveValue('')
  await expect(receiver.getByRole('combobox', { name: 'State' })).toHaveValue('')
  await expect(receiver.getByRole('textbox', { name: 'Phone' })).toHaveValue('')
})

test('the next shipment keeps the client and the service, and nothing of the recipient', async ({ page }) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  await openNew(page)
  await part(page, 'Recipient').getByRole('combobox', { name: 'Name' }).fill('One Of Two')
  await choose(page, 'Service', 'Saver')
  await page.getByRole('button', { name: 'Create and add another' }).click()
  await expect(page.getByText(/Shipment created\. PP/)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Service', exact: true })).toHaveValue('Saver')
  await expect(part(page, 'Recipient').getByRole('combobox', { name: 'Name' })).toHaveValue('')
})

test('can be used by everybody, and fits 320 pixels', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await openNew(page)
  await part(page, 'Item 1').getByRole('combobox', { name: 'HS code' }).fill('1')
  await page.getByRole('button', { name: 'Create shipment' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await settled(page)
  await expectAccessible(page)
  await expectReflow(page)
})
