import { expect, expectAccessible, origin, signIn, test } from './support'

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
    await expect(page.getByText('Client created.')).toBeVisible()
    await page.goto(`${origin('pacific')}/clients?search=${encodeURIComponent(name)}`)
    const row = page.locator('[data-row]').filter({ hasText: name })
    await expect(row).toContainText('Portland')
    await row.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue(/^C\d+$/)
  },
)
