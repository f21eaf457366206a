import type { Page } from '@playwright/test'
import { choose, matrixAt } from './choices'
import { later, takeClock } from './clock'
import { linksFor } from './emails'
import {
  call,
  expect,
  expectAccessible,
  expectReflow,
  origin,
  PASSWORD,
  type Person,
  signIn,
  test,
} from './support'

test.use({ locale: 'en-US' })

type Made = { data: { id: string; version: number } }

const rules = (...names: string[]) =>
  names.map((name) => {
    const [resource, action] = name.split(' ')
    return { resource, action, scope: 'any' }
  })

const made = (page: Parameters<typeof call>[0], name: string, ...names: string[]) =>
  call<Made>(page, 'POST', '/user_profiles', {
    name,
    kind: 10,
    description: '',
    active: true,
    rules: rules(...names),
  })

test.beforeEach(async ({ page }) => {
  await signIn(page, 'admin' satisfies Person, 'pacific', { to: false })
})

test('an administrator makes a profile in the matrix, and changes it', { tag: '@phone' }, async ({
  page,
}) => {
  const name = `Desk ${test.info().project.name} ${Date.now()}`
  await page.goto(`${origin('pacific')}/profiles`)
  await page.getByRole('link', { name: 'New profile' }).first().click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('alert')).toContainText('Name')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Warehouse', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  const matrix = await matrixAt(page, 'Shipments')
  await expect(matrix.getByRole('checkbox', { name: 'Shipments: Record events' })).toBeChecked()
  await expect(matrix.getByRole('checkbox', { name: 'Shipments: Cancel' })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'All for Shipments' }).check()
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('cancel')
  await matrix.getByRole('checkbox', { name: 'Shipments: Cancel' }).uncheck()
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('')
  await expect(page.getByRole('checkbox', { name: 'All for Shipments' })).toHaveJSProperty(
    'indeterminate',
    true,
  )
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()
  await page.goto(`${origin('pacific')}/profiles?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const shipments = await matrixAt(page, 'Shipments')
  await expect(shipments.getByRole('checkbox', { name: 'Shipments: Duplicate' })).toBeChecked()
  await expect(shipments.getByRole('checkbox', { name: 'Shipments: Cancel' })).not.toBeChecked()
  await expectAccessible(page)
  await expectReflow(page)
})

test('what somebody else saved meanwhile is not overwritten', async ({ page }) => {
  const name = `Two hands ${test.info().project.name} ${Date.now()}`
  const { data } = await made(page, name, 'shipment list')
  await page.goto(`${origin('pacific')}/profiles/${data.id}`)
  const shipments = await matrixAt(page, 'Shipments')
  await shipments.getByRole('checkbox', { name: 'Shipments: View', exact: true }).check()
  await call(page, 'PATCH', `/user_profiles/${data.id}`, {
    version: data.version,
    name,
    description: 'theirs',
    active: true,
    rules: rules('shipment list', 'shipment duplicate'),
  })
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByRole('button', { name: 'Load latest and keep my changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('theirs')
  await expect(shipments.getByRole('checkbox', { name: 'Shipments: Duplicate' })).toBeChecked()
  await expect(shipments.getByRole('checkbox', { name: 'Shipments: View', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()
})

test('two profiles are compared, one is copied, and what nobody bears is deleted', async ({ page }) => {
  const mark = `${test.info().project.name} ${Date.now()}`
  const reads = await made(page, `Reads ${mark}`, 'shipment list')
  const prints = await made(page, `Prints ${mark}`, 'shipment list', 'shipment print_label')
  await page.goto(`${origin('pacific')}/profiles/compare?left=${reads.data.id}`)
  await choose(page, 'Second profile', `Prints ${mark}`)
  const table = page.getByRole('table', { name: 'Compare profiles' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('rowheader', { name: /Print labels/ })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${origin('pacific')}/profiles/new?from=${prints.data.id}`)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(`Prints ${mark} (copy)`)
  await matrixAt(page, 'Shipments')
  await expect(page.getByRole('checkbox', { name: 'Print labels' })).toBeChecked()
  await choose(page, 'Copy permissions from', `Reads ${mark}`)
  await expect(page.getByRole('checkbox', { name: 'Print labels' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await page.goto(`${origin('pacific')}/profiles/${reads.data.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete profile' }).click()
  await expect(page.getByText('Data has been deleted.')).toBeVisible()
})

test('a profile is given by its administrator, and what is taken away in the matrix leaves the open page', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'the menu is the same at any width')
  test.slow()
  const name = `Front desk ${Date.now()}`
  const address = `front.desk.${Date.now()}@pacific.test`
  const profile = await made(page, name, 'shipment list', 'shipment show', 'tracking search')
  await page.goto(`${origin('pacific')}/users/new`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Noa Lima')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Invite user' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Noa Lima' })).toBeVisible()
  const user = page.url()

  const other = await somebodyElse()
  await takeClock(other)
  await expect.poll(() => linksFor(address, '/invitation').length).toBe(1)
  await accepted(other, address)
  let loads = 0
  other.on('load', () => loads++)
  await other.getByRole('link', { name: 'Shipments', exact: true }).click()
  await expect(other.locator('[data-row]').first()).toBeVisible()
  await expect(other.getByRole('link', { name: 'New shipment' })).toBeHidden()

  await page.goto(`${origin('pacific')}/profiles/${profile.data.id}`)
  await page.getByRole('checkbox', { name: 'All for Shipments' }).check()
  await page.getByRole('checkbox', { name: 'All for Shipments' }).uncheck()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()
  await later(other)
  await expect(other.getByRole('link', { name: 'Shipments', exact: true })).toBeHidden()
  await expect(other.getByRole('link', { name: 'Tracking', exact: true })).toBeVisible()
  expect(loads).toBe(0)

  await page.goto(user)
  const why = page.getByRole('region', { name: 'Check user access' })
  await choose(why, 'Area', 'Shipments')
  await choose(why, 'Action', 'Cancel')
  await expect(why.getByText('Not allowed', { exact: true })).toBeVisible()
  await expect(why.getByText('Noa Lima cannot use “Shipments: Cancel”.')).toBeVisible()
  await expectAccessible(page)
  await why.getByRole('link', { name: `Grant it in “${name}”` }).click()
  await expect(page).toHaveURL(/right=shipment\.cancel$/)
  await expect(page.getByRole('checkbox', { name: 'Shipments: Cancel' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()
  await page.goto(user)
  await choose(why, 'Area', 'Shipments')
  await choose(why, 'Action', 'Cancel')
  await expect(why.getByText('Allowed', { exact: true })).toBeVisible()
})

test('why not of one record quotes what the call would answer', async ({ page }) => {
  const { data: own } = await call<{ data: { id: string } }>(page, 'GET', '/profile')
  const user = `${origin('pacific')}/users/${own.id}`
  await page.goto(user)
  const why = page.getByRole('region', { name: 'Check user access' })
  await choose(why, 'Area', 'Users')
  await choose(why, 'Action', 'Deactivate')
  await why.getByRole('combobox', { name: 'Record (optional)' }).fill('admin@pacific.test')
  await page.getByRole('option', { name: /admin@pacific\.test/ }).click()
  await expect(why.getByText('“You cannot do this to your own account.”')).toBeVisible()
  await expect(why.getByText('Not allowed', { exact: true }).first()).toBeVisible()

  await choose(why, 'Area', 'Domains')
  await choose(why, 'Action', 'Delete')
  await why.getByRole('combobox', { name: 'Record (optional)' }).fill('pacific.localhost')
  await page.getByRole('option', { name: /^pacific\.localhost/ }).click()
  await expect(why.getByText(/record’s status does not allow it/)).toBeVisible()
  await expectAccessible(page)
})

/** Sets a password with the link of the e-mail, and signs in. */
async function accepted(page: Page, address: string) {
  await page.goto(linksFor(address, '/invitation')[0] ?? '')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.locator('input[type=email]').fill(address)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('#main h1')).toBeVisible()
}
