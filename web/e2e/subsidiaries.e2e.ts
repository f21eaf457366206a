import type { Page } from '@playwright/test'
import { choose, matrixAt } from './choices'
import { colleague } from './people'
import { call, expect, expectAccessible, expectReflow, origin, PASSWORD, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Made = { data: { id: string; tracking_code: string } }
type Options = { data: { id: string; label: string }[] }

const at = (path: string) => `${origin('pacific')}${path}`

/** The administrator's page, in English. */
async function administer(page: Page) {
  await signIn(page, 'admin', 'pacific', { to: false })
}

async function open(page: Page, title: string) {
  await page.goto(at('/subsidiaries'))
  await page.getByRole('link', { name: 'New subsidiary' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(title)
  await page.getByRole('textbox', { name: 'City' }).fill('Oakland')
  await page.getByRole('button', { name: 'Save subsidiary' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()
}

test('an administrator opens a subsidiary, corrects it, and closes it', async ({ page }) => {
  const title = `Oakland ${test.info().project.name} ${Date.now()}`
  await administer(page)
  await page.goto(at('/subsidiaries/new'))
  await page.getByRole('button', { name: 'Save subsidiary' }).click()
  await expect(page.getByRole('alert')).toContainText('Name')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('chicago')
  await page.getByRole('textbox', { name: 'City' }).fill('Chicago')
  await page.getByRole('button', { name: 'Save subsidiary' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(
    /taken|already/i,
  )
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(title)
  await page.getByRole('button', { name: 'Save subsidiary' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await page.goto(at(`/subsidiaries?search=${encodeURIComponent(title)}`))
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('textbox', { name: 'City' }).fill('Emeryville')
  await page.getByRole('textbox', { name: 'Name (Español)' }).fill('Sucursal de la bahía')
  await page.getByRole('combobox', { name: 'Services' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save subsidiary' }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()

  await page.goto(at(`/subsidiaries?search=${encodeURIComponent(title)}`))
  await expect(page.locator('[data-row]')).toContainText('Emeryville')
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Name (Español)' })).toHaveValue('Sucursal de la bahía')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText(`${title} is closed.`)).toBeVisible()
  await expect(page.getByRole('main').getByText('Closed', { exact: true })).toBeVisible()
  await expectReflow(page)
  const { data } = await call<Options>(page, 'GET', '/subsidiaries/select')
  expect(data.map(({ label }) => label)).not.toContain(title)
})

test('who is bound to a subsidiary by a profile sees its shipments alone', async ({ page, somebodyElse }) => {
  test.slow()
  const mark = `${test.info().project.name} ${Date.now()}`
  const [branch, profile] = [`Harbor ${mark}`, `Bound ${mark}`]
  const address = await colleague(page, 'pacific', 'Noa Reyes')
  await administer(page)
  await open(page, branch)

  await page.goto(at('/profiles/new'))
  await page.getByRole('textbox', { name: 'Name' }).fill(profile)
  await page.getByRole('checkbox', { name: 'Limit to own subsidiaries' }).check()
  await matrixAt(page, 'Shipments')
  await page.getByRole('checkbox', { name: 'All for Shipments' }).check()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await page.goto(at(`/users?search=${encodeURIComponent(address)}`))
  await page.getByRole('link', { name: /^Noa Reyes/ }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('checkbox', { name: profile }).check()
  await page.getByRole('checkbox', { name: branch }).check()
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: branch })).toBeVisible()

  const { data } = await call<Options>(page, 'GET', '/subsidiaries/select')
  const subsidiary_id = data.find(({ label }) => label === branch)?.id
  const own = await call<Made>(page, 'POST', '/shipments', { to_name: 'Own', subsidiary_id })
  const other = await call<Made>(page, 'POST', '/shipments', { to_name: 'Other' })

  const bound = await somebodyElse()
  await bound.goto(at('/login'))
  await bound.locator('input[type=email]').fill(address)
  await bound.locator('input[type=password]').fill(PASSWORD)
  await bound.keyboard.press('Enter')
  await bound.getByRole('navigation').getByRole('link', { name: 'Shipments', exact: true }).click()
  await expect(bound.getByRole('heading', { level: 1, name: 'Shipments' })).toBeVisible()
  await expect(bound.locator('[data-row]')).toHaveCount(1)
  await expect(bound.locator('[data-row]')).toContainText(own.data.tracking_code)
  await bound.goto(at(`/shipments/${other.data.id}`))
  await expect(bound.getByRole('main').getByRole('alert')).toBeVisible()

  await bound.goto(at('/shipments/new'))
  await bound.getByRole('combobox', { name: 'Subsidiary' }).click()
  const branches = bound.getByRole('listbox', { name: 'Subsidiary' }).getByRole('option')
  await expect(branches).toHaveText([branch])
  await branches.click()
  await bound.getByRole('button', { name: 'Create shipment' }).click()
  await expect(bound.getByRole('main').getByText(branch)).toBeVisible()
  await bound.goto(at('/shipments'))
  await expect(bound.locator('[data-row]')).toHaveCount(2)

  // The page of the subsidiary shows both, and leads to its shipments.
  await page.goto(at(`/subsidiaries/${subsidiary_id}`))
  await expect(
    page.getByRole('region', { name: 'Users' }).getByRole('link', { name: 'Noa Reyes' }),
  ).toBeVisible()
  const shipments = page.getByRole('region', { name: 'Shipments' })
  await expect(shipments.getByRole('link', { name: own.data.tracking_code })).toBeVisible()
  await shipments.getByRole('link', { name: 'View all 2' }).click()
  await expect(page.locator('[data-row]')).toHaveCount(2)

  // Why: the page of the user says it.
  await page.goto(at(`/users?search=${encodeURIComponent(address)}`))
  await page.getByRole('link', { name: /^Noa Reyes/ }).click()
  const why = page.getByRole('region', { name: 'Check user access' })
  await choose(why, 'Area', 'Shipments')
  await choose(why, 'Action', 'View')
  await why.getByRole('combobox', { name: 'Record (optional)' }).fill(other.data.tracking_code)
  await page.getByRole('option', { name: other.data.tracking_code }).click()
  await expect(why.getByText('The record belongs to another subsidiary or to none.')).toBeVisible()
  await expect(why.getByRole('link', { name: 'Assign to a subsidiary…' })).toBeVisible()
  await expect(why.getByText(`A profile limits the user to records of ${branch}.`)).toBeVisible()
})
