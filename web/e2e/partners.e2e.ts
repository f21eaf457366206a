import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { matrixAt, choose as pick } from './choices'
import { colleague } from './people'
import {
  call,
  expect,
  expectAccessible,
  expectReflow,
  origin,
  PASSWORD,
  settled,
  shiftedOf,
  signIn,
  test,
  watchShifts,
} from './support'

test.use({ locale: 'en-US' })

type Made = { data: { id: string; tracking_code: string } }
type Options = { data: { id: string; label: string }[] }

const at = (path: string) => `${origin('pacific')}${path}`

/** The administrator's page, in English. */
async function administer(page: Page) {
  await signIn(page, 'admin', 'pacific', { to: false })
}

async function add(page: Page, name: string) {
  await page.goto(at('/partners'))
  await page.getByRole('link', { name: 'New partner' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'City' }).fill('Oakland')
  await page.getByRole('button', { name: 'Save partner' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()
}

async function choose(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Partner' }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

async function comeIn(page: Page, address: string) {
  await page.goto(at('/login'))
  await page.locator('input[type=email]').fill(address)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('an administrator adds a partner, corrects it, and deactivates it', async ({ page }) => {
  const name = `Oakland Agents ${test.info().project.name} ${Date.now()}`
  await administer(page)
  await page.goto(at('/partners/new'))
  await page.getByRole('button', { name: 'Save partner' }).click()
  await expect(page.getByRole('alert')).toContainText('Name')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('harbour lane forwarding')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('desk')
  await page.getByRole('textbox', { name: 'City' }).fill('Oakland')
  await page.getByRole('button', { name: 'Save partner' }).click()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/e-mail/i)
  await page.getByRole('textbox', { name: 'E-mail' }).fill('desk@agents.test')
  await page.getByRole('button', { name: 'Save partner' }).click()
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(field).toHaveAccessibleDescription(/taken|already/i)
  await expectAccessible(page)
  await field.fill(name)
  await page.getByRole('button', { name: 'Save partner' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await page.goto(at(`/partners?search=${encodeURIComponent(name)}`))
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('desk@agents.test')
  await page.getByRole('textbox', { name: 'City' }).fill('Emeryville')
  await page.getByRole('button', { name: 'Save partner' }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()

  await page.goto(at(`/partners?search=${encodeURIComponent(name)}`))
  await expect(page.locator('[data-row]')).toContainText('Emeryville')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`${name} is inactive.`)).toBeVisible()
  await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
  await expectReflow(page)
  const { data } = await call<Options>(page, 'GET', '/partners/select?search=oakland%20agents')
  expect(data.map(({ label }) => label)).not.toContain(name)
})

test('a partner gets settings and services', async ({ page }) => {
  const name = `Settings Agents ${Date.now()}`
  await administer(page)
  await add(page, name)
  const { data } = await call<Options>(page, 'GET', `/partners/select?search=${encodeURIComponent(name)}`)
  await page.goto(at(`/partners/${data[0]?.id}`))
  await page.getByRole('tab', { name: 'Settings' }).click()
  const commission = page.getByRole('textbox', { name: 'Commission' })
  await commission.fill('120')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(commission).toHaveAccessibleDescription(/0 to 100/)
  await commission.fill('12.5')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Data has been saved.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Commission' })).toHaveValue('12.5')

  await page.getByRole('tab', { name: 'Services' }).click()
  await page.getByRole('button', { name: 'New service' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('listbox', { name: 'Service' }).getByRole('option').first().click()
  await dialog.getByRole('textbox', { name: 'Subclass' }).fill('n1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Subclass' })).toHaveAccessibleDescription(/two letters/i)
  await dialog.getByRole('textbox', { name: 'Subclass' }).fill('nx')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'NX' })).toBeVisible()
})

test('a list is exported as it is shown', async ({ page, isMobile }) => {
  test.skip(isMobile, 'columns are chosen on a desktop')
  const name = `=Export Agents ${Date.now()}`
  await administer(page)
  await add(page, name)
  await page.goto(at(`/partners?search=${encodeURIComponent(name)}`))
  await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Status' }).uncheck()
  await page.keyboard.press('Escape')

  const saved = async (format: 'CSV' | 'XLSX') => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('radio', { name: format }).check()
    const downloading = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
    const download = await downloading
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(download.suggestedFilename()).toBe(`Partners.${format.toLowerCase()}`)
    return readFile(await download.path())
  }
  const lines = (await saved('CSV')).toString('utf8').trimEnd().split('\r\n')
  expect(lines).toEqual([
    '\ufeffName,Code,City,Country,Users',
    expect.stringMatching(/^'=Export Agents .*,Oakland,/),
  ])
  expect((await saved('XLSX')).subarray(0, 2).toString()).toBe('PK')

  // The account keeps the columns: they are there with the first row, and nothing moves for them.
  await watchShifts(page)
  await page.goto(at(`/partners?search=${encodeURIComponent(name)}`))
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await settled(page)
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveCount(0)
  expect(await shiftedOf(page)).toEqual([])
})

test('who works for a partner sees its shipments alone, until it is deactivated', async ({
  page,
  somebodyElse,
}) => {
  const mark = `${test.info().project.name} ${Date.now()}`
  const [partner, profile] = [`Harbor Agents ${mark}`, `Agents ${mark}`]
  const address = await colleague(page, 'pacific', 'Noa Reyes')
  await administer(page)
  await add(page, partner)

  await page.goto(at('/profiles/new'))
  await page.getByRole('textbox', { name: 'Name' }).fill(profile)
  await pick(page, 'User type', 'Partner')
  await matrixAt(page, 'Shipments')
  await page.getByRole('checkbox', { name: 'All for Shipments' }).check()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await page.goto(at(`/users?search=${encodeURIComponent(address)}`))
  await page.getByRole('link', { name: /^Noa Reyes/ }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('combobox', { name: 'Partner' })).toHaveCount(0)
  await page.getByRole('checkbox', { name: profile }).check()
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByRole('alert')).toContainText('Partner')
  await expectAccessible(page)
  await choose(page, partner)
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: partner })).toBeVisible()

  const { data } = await call<Options>(page, 'GET', `/partners/select?search=${encodeURIComponent(partner)}`)
  const partner_id = data[0]?.id
  const own = await call<Made>(page, 'POST', '/shipments', { to_name: 'Own', partner_id })
  const other = await call<Made>(page, 'POST', '/shipments', { to_name: 'Other' })
  await page.goto(at(`/shipments/${own.data.id}`))
  await expect(page.getByRole('main').getByText(partner)).toBeVisible()

  const agent = await somebodyElse()
  await comeIn(agent, address)
  await expect(agent.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await agent.goto(at('/shipments'))
  await expect(agent.locator('[data-row]')).toHaveCount(1)
  await expect(agent.locator('[data-row]')).toContainText(own.data.tracking_code)
  await agent.goto(at(`/shipments/${other.data.id}`))
  await expect(agent.getByRole('main').getByRole('alert')).toBeVisible()
  await agent.goto(at('/shipments/new'))
  await expect(agent.getByRole('group', { name: 'Recipient', exact: true })).toBeVisible()
  await expect(agent.getByRole('combobox', { name: /^(Partner|Client|Subsidiary)$/ })).toHaveCount(0)
  await agent.getByRole('button', { name: 'Create shipment' }).click()
  await expect(agent.getByRole('main').getByText(partner)).toBeVisible()

  // Why: the page of the user says it.
  await page.goto(at(`/users?search=${encodeURIComponent(address)}`))
  await page.getByRole('link', { name: /^Noa Reyes/ }).click()
  const why = page.getByRole('region', { name: 'Check user access' })
  await pick(why, 'Area', 'Shipments')
  await pick(why, 'Action', 'View')
  await why.getByRole('combobox', { name: 'Record (optional)' }).fill(other.data.tracking_code)
  await page.getByRole('option', { name: other.data.tracking_code }).click()
  await expect(why.getByText('The record belongs to another partner or to none.')).toBeVisible()
  await expect(why.getByText(`The user works for ${partner}`)).toBeVisible()

  await call(page, 'POST', `/partners/${partner_id}/deactivate`)
  const gone = await somebodyElse()
  await comeIn(gone, address)
  await expect(gone.getByText('Your company’s access is currently off.')).toBeVisible()
})
