import type { Page } from '@playwright/test'
import { linksFor } from './emails'
import { colleague } from './people'
import { call, expect, expectAccessible, look, origin, PASSWORD, signIn, test } from './support'

/** A screen whose right or session is taken away while it is open. */

test.use({ locale: 'en-US' })

type Made = { data: { id: string; version: number } }

const rulesOf = (...actions: string[]) =>
  actions.map((action) => ({ resource: 'subsidiary', action, scope: 'any' }))

const told = (page: Page) => page.getByRole('dialog', { name: 'Unauthorized' })

/** Somebody with a profile of their own stands in the form of a branch, in a browser of their own. */
async function changingABranch(page: Page, other: Page) {
  const mark = `${test.info().project.name} ${Date.now()}`
  const address = await colleague(page, 'pacific', 'Rui Costa')
  await signIn(page, 'admin', 'pacific', { to: false })
  const profile = { name: `Branches ${mark}`, kind: 10, description: '', active: true }
  const rules = rulesOf('list', 'show', 'update')
  const { data } = await call<Made>(page, 'POST', '/user_profiles', { ...profile, rules })
  const found = await call<{ data: Made['data'][] }>(page, 'GET', `/users?search=${address}`)
  const user = found.data[0]
  await call(page, 'PATCH', `/users/${user?.id}`, { version: user?.version, profile_ids: [data.id] })

  await other.goto(`${origin('pacific')}/login`)
  await other.locator('input[type=email]').fill(address)
  await other.locator('input[type=password]').fill(PASSWORD)
  await other.keyboard.press('Enter')
  await expect(other.locator('#main h1')).toBeVisible()
  await other.goto(`${origin('pacific')}/subsidiaries?search=chicago`)
  await expect(other.getByRole('link', { name: 'New subsidiary' })).toBeHidden()
  await other.locator('[data-row] a').first().click()
  await other.getByRole('textbox', { name: 'City' }).fill('Evanston')
  const take = (...left: string[]) =>
    call(page, 'PATCH', `/user_profiles/${data.id}`, {
      ...profile,
      version: data.version,
      rules: rulesOf(...left),
    })
  return { take }
}

test('what was typed stays until the user goes back from the refusal', {
  tag: '@phone',
}, async ({ page, somebodyElse, viewport }) => {
  const other = await somebodyElse({ viewport })
  const { take } = await changingABranch(page, other)
  await take('list', 'show')
  await other.getByRole('button', { name: 'Save subsidiary' }).click()
  await expect(told(other)).toContainText('You need the permission “Subsidiaries: Edit”.')
  await expect(other.getByLabel('City')).toHaveValue('Evanston')
  await look(other, 'refused')
  await expectAccessible(other)
  await told(other).getByRole('button', { name: 'Go back' }).click()
  await other
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click()
  await expect(other).toHaveURL(/\/subsidiaries\?search=chicago$/)

  await other.locator('[data-row] a').first().click()
  await expect(other.getByRole('textbox', { name: 'City' })).toBeDisabled()
  await expect(other.getByRole('button', { name: 'Save subsidiary' })).toBeHidden()
})

test('a link to what is not allowed leads to the start, and says what is missing (ERR-2)', async ({
  page,
}) => {
  await signIn(page, 'client', 'pacific', { to: false })
  for (const [path, right] of [
    ['/users/new', 'Users: Create'],
    ['/subsidiaries/new', 'Subsidiaries: Create'],
    ['/users', 'Users: View list'],
  ]) {
    await page.goto(`${origin('pacific')}${path}`)
    await expect(page).toHaveURL(`${origin('pacific')}/`)
    await expect(page.getByRole('alert')).toContainText(`Unauthorized. You need the permission “${right}”.`)
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  }
  await expectAccessible(page)
})

test('a record that is not allowed leads back to the screen before (ERR-2)', async ({ page }) => {
  await signIn(page, 'admin', 'pacific', { to: false })
  const { data } = await call<{ data: Made['data'][] }>(page, 'GET', '/partners')
  await signIn(page, 'client', 'pacific', { to: '/notifications' })
  await page.evaluate((path) => {
    window.history.pushState({ __TSR_index: 1 }, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, `/partners/${data[0]?.id}`)
  await expect(page).toHaveURL(`${origin('pacific')}/notifications`)
  await expect(page.getByRole('alert')).toContainText('You need the permission “Partners: View”.')
  await expect(told(page)).toHaveCount(0)
})

test('when the hour of acting as another is over, what was typed does not vanish', async ({ page }) => {
  const address = await colleague(page, 'pacific', 'Ada Melo')
  expect(linksFor(address, '/invitation')).toHaveLength(1)
  await signIn(page, 'admin', 'pacific', { fresh: true })
  const found = await call<{ data: Made['data'][] }>(page, 'GET', `/users?search=${address}`)
  await call(page, 'POST', `/backoffice/users/${found.data[0]?.id}/switch`)
  await page.goto(`${origin('pacific')}/my-account`)
  const position = page.getByLabel('Job title')
  await position.fill('Long words')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const over = page.getByRole('dialog', { name: 'Your session as this user has ended' })
  await expect(over).toBeVisible()
  await look(page, 'over')
  await over.getByRole('button', { name: 'Cancel' }).click()
  await expect(position).toHaveValue('Long words')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await over.getByRole('button', { name: 'Switch back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Switch back' })).toBeVisible()
})
