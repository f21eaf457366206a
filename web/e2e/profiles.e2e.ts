import { call, expect, expectAccessible, expectReflow, origin, type Person, signIn, test } from './support'

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
  await call(page, 'POST', '/locale', { locale: 'en' })
})

test('an administrator makes a profile in the matrix, and changes it', async ({ page }) => {
  const name = `Desk ${test.info().project.name} ${Date.now()}`
  await page.goto(`${origin('pacific')}/profiles`)
  await page.getByRole('link', { name: 'New profile' }).first().click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('alert')).toContainText('Name')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('checkbox', { name: 'All of Shipments' }).check()
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('cancel')
  await page.getByRole('group', { name: 'Shipments' }).getByRole('checkbox', { name: 'Cancel' }).uncheck()
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('')
  await expect(page.getByRole('checkbox', { name: 'All of Shipments' })).toHaveJSProperty(
    'indeterminate',
    true,
  )
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile created.')).toBeVisible()
  await page.goto(`${origin('pacific')}/profiles?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const shipments = page.getByRole('group', { name: 'Shipments' })
  await expect(shipments.getByRole('checkbox', { name: 'Export' })).toBeChecked()
  await expect(shipments.getByRole('checkbox', { name: 'Cancel' })).not.toBeChecked()
  await expectAccessible(page)
  await expectReflow(page)
})

test('what somebody else saved meanwhile is not overwritten', async ({ page }) => {
  const name = `Two hands ${test.info().project.name} ${Date.now()}`
  const { data } = await made(page, name, 'shipment list')
  await page.goto(`${origin('pacific')}/profiles/${data.id}`)
  const shipments = page.getByRole('group', { name: 'Shipments' })
  await shipments.getByRole('checkbox', { name: 'Open' }).check()
  await call(page, 'PATCH', `/user_profiles/${data.id}`, {
    version: data.version,
    name,
    description: 'theirs',
    active: true,
    rules: rules('shipment list', 'shipment export'),
  })
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByRole('button', { name: 'Take in the newest state' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('theirs')
  await expect(shipments.getByRole('checkbox', { name: 'Export' })).toBeChecked()
  await expect(shipments.getByRole('checkbox', { name: 'Open' })).toBeChecked()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText(/^Profile saved/)).toBeVisible()
})

test('two profiles are compared, one is copied, and what nobody bears is deleted', async ({ page }) => {
  const mark = `${test.info().project.name} ${Date.now()}`
  const reads = await made(page, `Reads ${mark}`, 'shipment list')
  const prints = await made(page, `Prints ${mark}`, 'shipment list', 'shipment print_label')
  await page.goto(`${origin('pacific')}/profiles/compare?left=${reads.data.id}`)
  await page.getByRole('combobox', { name: 'Second profile' }).selectOption(`Prints ${mark}`)
  const table = page.getByRole('table', { name: 'Compare profiles' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('rowheader', { name: /Print labels/ })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${origin('pacific')}/profiles/new?from=${prints.data.id}`)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(`Prints ${mark} (copy)`)
  await expect(page.getByRole('checkbox', { name: 'Print labels' })).toBeChecked()
  await page.getByRole('combobox', { name: 'Copy permissions from' }).selectOption(`Reads ${mark}`)
  await expect(page.getByRole('checkbox', { name: 'Print labels' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile created.')).toBeVisible()

  await page.goto(`${origin('pacific')}/profiles/${reads.data.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete profile' }).click()
  await expect(page.getByText('Profile deleted.')).toBeVisible()
})

type Listed = { data: { id: string; email: string }[] }

test('what is taken away in the matrix leaves the open page of those who bear the profile', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'the menu is the same at any width')
  test.slow()
  const name = `Open session ${Date.now()}`
  const profile = await made(page, name, 'shipment list', 'shipment create', 'tracking search')
  const users = await call<Listed>(page, 'GET', '/users?search=staff&per_page=100')
  const staff = users.data.find(({ email }) => email === 'staff@pacific.test')
  const bear = async (profile_ids: string[]) => {
    const { data } = await call<Made>(page, 'GET', `/users/${staff?.id}`)
    await call(page, 'PATCH', `/users/${staff?.id}`, { version: data.version, profile_ids })
  }
  await bear([profile.data.id])
  try {
    const other = await somebodyElse()
    await signIn(other, 'staff', 'pacific', { fresh: true })
    await other.goto(`${origin('pacific')}/tracking`)
    let loads = 0
    other.on('load', () => loads++)
    await expect(other.getByRole('link', { name: 'Shipments' })).toBeVisible()

    await page.goto(`${origin('pacific')}/profiles/${profile.data.id}`)
    await page.getByRole('checkbox', { name: 'All of Shipments' }).check()
    await page.getByRole('checkbox', { name: 'All of Shipments' }).uncheck()
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText(/^Profile saved/)).toBeVisible()
    await expect(other.getByRole('link', { name: 'Shipments' })).toBeHidden({ timeout: 40_000 })
    await expect(other.getByRole('link', { name: 'Tracking' })).toBeVisible()
    expect(loads).toBe(0)
  } finally {
    await bear([])
  }
})
