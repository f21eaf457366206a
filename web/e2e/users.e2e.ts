import { linksFor } from './emails'
import { call, expect, expectAccessible, expectReflow, origin, PASSWORD, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Users = { data: { id: string; email: string; version: number }[] }

test('an administrator invites somebody, who signs in with the link of the e-mail', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  const address = `iris.${isMobile ? 'mobile' : 'desktop'}.${Date.now()}@pacific.test`
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/users`)
  await page.getByRole('link', { name: 'Invite user' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Iris Prado')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('staff@pacific.test')
  await page.getByRole('button', { name: 'Invite user' }).click()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/taken|already/i)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(address)
  await page.getByRole('button', { name: 'Invite user' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Iris Prado' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Invited', { exact: true })).toBeVisible()
  await expect.poll(() => linksFor(address, '/invitation').length).toBe(1)

  const visitor = await somebodyElse()
  await visitor.goto(linksFor(address, '/invitation')[0] ?? '')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Set your password' })).toBeVisible()
  await expectAccessible(visitor)
  await expectReflow(visitor)
  await visitor.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await visitor.getByLabel('Confirm new password').fill(PASSWORD)
  await visitor.getByRole('button', { name: 'Set password' }).click()
  await expect(visitor).toHaveURL(/\/login$/)
  await visitor.locator('input[type=email]').fill(address)
  await visitor.locator('input[type=password]').fill(PASSWORD)
  await visitor.keyboard.press('Enter')
  await expect(visitor.locator('#main h1')).toBeVisible()

  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(visitor).toHaveURL(/\/login/)
})

test('an administrator acts as another, sees it on every screen, and comes back', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await signIn(page, 'admin', 'atlantico', { fresh: true })
  const { data } = await call<Users>(page, 'GET', '/users?search=client2@')
  await page.goto(`${origin('atlantico')}/users/${data[0]?.id}`)
  await page.getByRole('button', { name: 'Act as this user' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Act as this user' }).click()

  const bar = page.getByRole('region', { name: /signed in as|acting as|acessando como/i })
  await expect(bar).toContainText('Ana Souza')
  await expect(bar).toContainText('Clara Nunes')
  await call(page, 'POST', '/locale', { locale: 'en' })
  await page.goto(`${origin('atlantico')}/shipments`)
  await expect(bar).toContainText('Ana Souza is acting as Clara Nunes')
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden()
  await expectReflow(page)
  await expectAccessible(page)
  if (!isMobile) await page.mouse.wheel(0, 4000)
  await expect(bar).toBeInViewport()

  await page.getByRole('button', { name: /Menu for Clara Nunes/ }).click()
  await page.getByRole('menuitem', { name: 'Switch user' }).click()
  await expect(page.locator('#main').getByRole('heading', { level: 1, name: 'Switch back' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Switch back' }).click()
  await expect(page.locator('#main h1')).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('button', { name: /Ana Souza/ })).toBeVisible()
})
