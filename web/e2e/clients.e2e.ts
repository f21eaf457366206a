import { choose } from './choices'
import { fund, newClient } from './money'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

test(
  'staff add a client, who gets a number and is found in the list',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    await signIn(page, 'staff', 'pacific', { to: false })
    const name = `Maple Traders ${project.name} ${Date.now()}`
    await page.goto(`${origin('pacific')}/clients/new`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('textbox', { name: 'E-mail' }).fill('not an address')
    await page.getByRole('textbox', { name: 'City' }).fill('Portland')
    await page.getByRole('button', { name: 'Save client' }).click()
    await expect(page.getByText('Invalid e-mail.').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'E-mail' }).fill('desk@maple.test')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save client' }).click()
    await expect(page.getByText('Records created successfully.')).toBeVisible()
    await page.goto(`${origin('pacific')}/clients?search=${encodeURIComponent(name)}`)
    const row = page.locator('[data-row]').filter({ hasText: name })
    await expect(row).toContainText('Portland')
    await row.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(/^C\d+$/)
  },
)

test('the list of clients tells what each has to spend', async ({ page, isMobile }) => {
  test.skip(isMobile, 'it is about the columns')
  await signIn(page, 'admin', 'pacific', { to: false })
  const name = `Fir Traders ${Date.now()}`
  await fund(page, await newClient(page, name), '70', 'USD')
  await page.goto(`${origin('pacific')}/clients?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('columnheader', { name: 'Shipments, 30 days' })).toBeVisible()
  await expect(page.locator('[data-row]').filter({ hasText: name })).toContainText('$70.00')
  await expectAccessible(page)
})

type Made = { data: { id: string } }

test('a client gets contacts and accounts, and its duplicate is merged into it', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  const mark = Date.now()
  const form = { person_type: 2, document_type: 1, country_id: 238, city: 'Portland', kyc_status: 'ok' }
  const [name, twin] = [`Cedar Traders ${mark}`, `Cedar Trading ${mark}`]
  const email = `desk${mark}@cedar.test`
  const stays = await call<Made>(page, 'POST', '/clients', { ...form, name, email })
  const duplicate = await call<Made>(page, 'POST', '/clients', { ...form, name: twin, email })
  const owner = { owner_type: 'client', owner_id: duplicate.data.id }
  const nothing = { receives_billing: false, receives_tracking: false, receives_customs: false }
  await call(page, 'POST', '/contacts', { ...owner, ...nothing, name: 'Rui Prado' })
  const place = { kind: 'billing', main: true, country_id: 238, city: 'Portland' }
  for (const { data } of [stays, duplicate])
    await call(page, 'POST', '/party_addresses', { ...owner, ...place, owner_id: data.id })

  await page.goto(`${origin('pacific')}/clients/${stays.data.id}`)
  const hint = page.getByRole('status').filter({ hasText: 'Possible duplicate' })
  await expect(hint.getByRole('link', { name: twin })).toBeVisible()

  await page.getByRole('tab', { name: 'Contacts' }).click()
  await page.getByRole('button', { name: 'New contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lia Souza')
  await dialog.getByRole('checkbox', { name: 'Billing' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/required/i)
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('lia@cedar.test')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Lia Souza' })).toContainText('Billing')

  await page.getByRole('tab', { name: 'Bank accounts' }).click()
  await page.getByRole('button', { name: 'New bank account' }).click()
  await dialog.getByRole('textbox', { name: 'Holder', exact: true }).fill(name)
  // Each country has its own numbers.
  await expect(dialog.getByRole('textbox', { name: 'Routing number (ABA)' })).toBeVisible()
  await choose(dialog, 'Country of the account', 'Germany')
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('DE88 3704 0044 0532 0130 00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('textbox', { name: 'IBAN' })).toHaveAccessibleDescription(/IBAN/)
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('IBAN DE89370400440532013000')).toBeVisible()
  await expect(page).toHaveURL(/tab=accounts/)

  await page.getByRole('button', { name: 'Change credit' }).click()
  await dialog.getByRole('textbox', { name: 'Credit limit' }).fill('1500')
  await dialog.getByRole('textbox', { name: 'Minimum to spend' }).fill('200')
  await dialog.getByRole('button', { name: 'Change credit' }).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  const credit = page.getByRole('region', { name: 'Credit limit' })
  await expect(credit).toContainText('1,500')
  await expect(credit).toContainText(/Minimum to spend: .*200/)

  await page.getByRole('button', { name: 'Merge a duplicate' }).click()
  await dialog.getByRole('combobox', { name: 'Duplicate' }).fill(twin)
  await page.getByRole('option', { name: twin }).click()
  await expect(dialog.getByText('Contacts: 1')).toBeVisible()
  await expect(dialog.getByText('Both have a main address.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText(`${twin} was merged into ${name}.`)).toBeVisible()

  // A link to the duplicate leads here.
  await page.goto(`${origin('pacific')}/clients/${duplicate.data.id}?tab=contacts`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Rui Prado' })).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('duplicate merged').first()).toBeVisible()
})

test('the page of a client leads to what is done for it, with the client chosen', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  const name = `Fern Goods ${Date.now()}`
  const form = { person_type: 2, document_type: 1, country_id: 238, city: 'Portland', kyc_status: 'ok' }
  const email = `desk${Date.now()}@fern.test`
  const { data } = await call<Made>(page, 'POST', '/clients', { ...form, name, email })
  const open = async (action: string) => {
    await page.goto(`${origin('pacific')}/clients/${data.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  await page.goto(`${origin('pacific')}/clients/${data.id}`)
  await page.getByRole('main').getByRole('link', { name: 'New shipment', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toHaveValue(
    new RegExp(`${name}$`),
  )

  await open('New ticket')
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  await open('Invite user')
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toHaveValue(
    new RegExp(`${name}$`),
  )
  await open('New invoice')
  await expect(page).toHaveURL(new RegExp(`/invoices/new\\?client_id=${data.id}`))
  await open('Add funds')
  await expect(page.getByRole('dialog')).toContainText(name)
  await expectAccessible(page)
  await open('Price assignments')
  await page.getByRole('link', { name: 'New assignment' }).first().click()
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toHaveValue(
    new RegExp(`${name}$`),
  )
})

test('clients change their group and are switched off together', async ({ page, isMobile }) => {
  test.skip(isMobile, 'cards have no box for the whole page')
  await signIn(page, 'admin', 'pacific', { to: false })
  const mark = Date.now()
  const form = { person_type: 2, document_type: 1, country_id: 238, city: 'Portland', kyc_status: 'ok' }
  const title = `Boxes ${mark}`
  await call(page, 'POST', '/client_groups', { title })
  const names = [`Alder ${mark}`, `Birch ${mark}`]
  for (const name of names) await call<Made>(page, 'POST', '/clients', { ...form, name })
  await page.goto(`${origin('pacific')}/clients?search=${mark}`)
  const bar = page.getByRole('group', { name: 'Bulk actions' })
  const choose = async (verb: string) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await bar.getByRole('button', { name: verb, exact: true }).click()
  }
  const report = page.getByRole('dialog', { name: 'Results by client' })

  await choose('Change group')
  const dialog = page.getByRole('dialog', { name: 'Change the group of 2 clients?' })
  await dialog.getByRole('button', { name: 'Change group' }).click()
  await expect(dialog).toContainText('Required field')
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Group' }).fill(title)
  await dialog.getByRole('option', { name: title }).click()
  await dialog.getByRole('button', { name: 'Change group' }).click()
  await expect(report.getByRole('status')).toHaveText('2 changed')
  await report.getByText('Close').click()
  await expect(page.locator('[data-row]').filter({ hasText: title })).toHaveCount(2)

  await choose('Deactivate')
  await page
    .getByRole('dialog', { name: 'Deactivate 2 clients?' })
    .getByRole('button', { name: 'Deactivate' })
    .click()
  await expect(report.getByRole('status')).toHaveText('2 changed')
})
