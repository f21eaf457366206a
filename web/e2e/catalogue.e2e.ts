import type { Page } from '@playwright/test'
import { choose } from './choices'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('pacific')}${path}`
const mark = () => Date.now().toString(36).toUpperCase()
const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name.replace('(', '\\(')}`) })

/** Finds the one record in its list, and opens it. */
async function open(page: Page, list: string, name: string) {
  await page.goto(at(`${list}?search=${encodeURIComponent(name)}`))
  await page.locator('[data-row]').filter({ hasText: name }).locator('[data-row-link]').first().click()
}

test('an administrator describes an airline and its warehouse', { tag: '@phone' }, async ({ page }) => {
  const [airline, hub] = [`AIR${mark()}`, `HUB${mark()}`]
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(at('/providers/new'))
  await field(page, 'Code').fill(airline)
  await field(page, 'Name (English').fill('Pacific Cargo')
  await field(page, 'AWB prefix').fill('04A')
  await field(page, 'Tracking page').fill('http://track.test/?n={code}')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(field(page, 'Tracking page')).toHaveAccessibleDescription(
    /https:\/\/ address with \{code\} in place/,
  )
  await expectAccessible(page)
  await field(page, 'AWB prefix').fill('045')
  await field(page, 'Tracking page').fill('https://track.test/?n={code}')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await page.goto(at('/warehouses/new'))
  await field(page, 'Code').fill(hub)
  await field(page, 'Name').fill('Cargo terminal')
  await page.getByText('A provider', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Provider' }).fill('Pacific Cargo')
  await page.getByRole('option', { name: 'Pacific Cargo' }).first().click()
  await page.getByRole('combobox', { name: 'Airport' }).fill('lax')
  await page.getByRole('option', { name: /^LAX/ }).click()
  await field(page, 'City').fill('Los Angeles')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save warehouse' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await open(page, '/warehouses', hub)
  await expect(page.getByRole('combobox', { name: 'Airport' })).toHaveValue(/^LAX · /)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
  await expectReflow(page)
})

test('a parcel above the limit of its service is refused at its field', async ({ page }) => {
  const [group, code] = [`G${mark()}`, `S${mark()}`]
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(at('/service-groups/new'))
  await field(page, 'Code').fill(group)
  await field(page, 'Name (English').fill(`Fast ${group}`)
  await page.getByRole('button', { name: 'Save group' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await page.goto(at('/services/new'))
  await field(page, 'Code').fill(code)
  await field(page, 'Name (English').fill(`Small parcels ${code}`)
  await page.getByRole('combobox', { name: 'Group' }).fill(group)
  await page.getByRole('option', { name: `Fast ${group}` }).click()
  await field(page, 'Maximum weight').fill('10')
  await field(page, 'Maximum value').fill('500')
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(/^USD/)
  await page.getByRole('button', { name: 'Save service' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()

  await page.goto(at('/shipments/new'))
  await choose(page, 'Service', `Small parcels ${code}`)
  const weight = page
    .getByRole('group', { name: 'Parcel 1', exact: true })
    .getByRole('textbox', { name: 'Weight' })
  await weight.fill('10.5')
  await page.getByRole('button', { name: 'Create shipment' }).click()
  await expect(weight).toHaveAccessibleDescription('The service takes at most 10 lb.')
  await weight.fill('9')
  await page.getByRole('button', { name: 'Create shipment' }).click()
  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
  const services = await call<{ data: { id: string; code: string }[] }>(
    page,
    'GET',
    `/services?search=${code}`,
  )
  await call(page, 'POST', `/services/${services.data[0]?.id}/deactivate`)
})

test('an administrator reserves a service for the users of a profile', async ({ page }) => {
  const [code, profile] = [`V${mark()}`, `Inside sales ${mark()}`]
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(at('/services/new'))
  await call(page, 'POST', '/user_profiles', {
    name: profile,
    kind: 10,
    description: '',
    active: true,
    bound_to_subsidiaries: false,
    rules: [{ resource: 'service', action: 'list', scope: 'any' }],
  })
  await page.reload()
  await field(page, 'Code').fill(code)
  await field(page, 'Name (English').fill(`Reserved ${code}`)
  await page.getByRole('combobox', { name: 'Profiles' }).fill(profile)
  await page.getByRole('option', { name: profile }).click()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('option', { name: profile })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save service' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()
  await open(page, '/services', code)
  await expect(page.getByRole('main').getByText(profile)).toBeVisible()
  await expectReflow(page)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
})

test('rates of exchange come in by hand and by file, and are corrected by later ones', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(at('/exchange-rates/new'))
  await choose(page, 'From', /^XDR/)
  await choose(page, 'To', /^USD/)
  await field(page, 'Rate').fill('1.35125')
  const day = page.getByRole('textbox', { name: 'Valid from' })
  await day.fill('')
  await day.pressSequentially('5/2/2026')
  await expect(day).toHaveValue('05/02/2026')
  await day.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Open calendar' })
  await expect(calendar).toBeVisible()
  await expectAccessible(page)
  await calendar.getByRole('button', { name: '1 May 2026', exact: true }).click()
  await expect(day).toHaveValue('05/01/2026')
  await expect(calendar).toBeHidden()
  await field(page, 'Source').fill('IMF')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save rate' }).click()
  await expect(page.getByText('Rate added.')).toBeVisible()
  const rows = page.locator('[data-row]').filter({ hasText: 'XDR → USD' })
  await expect(rows.first()).toContainText('1.35125')

  await rows
    .first()
    .getByRole('button', { name: /menu|actions|more/i })
    .click()
  await page.getByRole('menuitem', { name: 'Correct' }).click()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(/^XDR/)
  await field(page, 'Rate').fill('1.36')
  await page.getByRole('button', { name: 'Save rate' }).click()
  await expect(rows.filter({ hasText: '1.3600' }).first()).toContainText('In force')
  await expect(rows.filter({ hasText: '1.35125' }).first()).toContainText('Replaced')

  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const send = async (csv: string) => {
    const file = { name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Import' }).click()
  }
  await send('from,to,rate,date\nEUR,USD,1.1,2026-05-01\nEUR,USD,x,2026-05-02\n')
  await expect(dialog.getByRole('alert')).toContainText('Row 3, Rate')
  await expectAccessible(page)
  await send('from,to,rate,date\nEUR,USD,1.1,2026-05-01\nEUR,USD,1.12,2026-05-02\n')
  await expect(page.getByText(/^Rates imported: \d/)).toBeVisible()
  await expectReflow(page)
})

test('the company adds an event of its own, and words one of the system', async ({ page }) => {
  const code = `BIKE_${mark()}`
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(at('/tracking-events/new'))
  await field(page, 'Code').fill('on bike')
  await choose(page, 'Stage', 'Last mile')
  await field(page, 'Short description (English').fill('With the bike courier')
  await field(page, 'Description (English').fill('A courier on a bike has the parcel.')
  await page.getByRole('button', { name: 'Save event' }).click()
  await expect(field(page, 'Code')).toHaveAccessibleDescription(/Use capital letters/)
  await field(page, 'Code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Save event' }).click()
  await expect(page.getByText('Records created successfully.')).toBeVisible()
  const kinds = await call<{ data: { code: string }[] }>(page, 'GET', '/auxiliar/shipment-events')
  expect(kinds.data.map((kind) => kind.code)).toContain(code)

  await open(page, '/tracking-events', 'UNLOADED')
  await expect(page.getByText('The system records this event.')).toBeVisible()
  await expect(field(page, 'Code')).toBeDisabled()
  await expect(field(page, 'Code'), 'a closed field is readable').toHaveCSS('opacity', '1')
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0)
  await field(page, 'Short description (English').fill('Unloaded from the aircraft')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save event' }).click()
  await expect(page.getByText('Data has been updated.')).toBeVisible()
  await page.goto(at('/tracking-events?search=aircraft'))
  await expect(page.locator('[data-row]').filter({ hasText: 'UNLOADED' })).toContainText(
    'Unloaded from the aircraft',
  )
  await open(page, '/tracking-events', code)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
})
