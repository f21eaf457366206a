import { linksFor } from './emails'
import { expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('pacific')}${path}`
const CALCULATION = '/calculator?to_country=32&parcels=1x300x200x100x1500'

test('staff save and send a quote; the customer accepts it by the link, and ships at its price', async ({
  page,
  somebodyElse,
}) => {
  test.slow()
  const email = `customer-${Date.now()}@example.com`
  await signIn(page, 'admin', 'pacific', { to: false })

  await test.step('the price of a service becomes a quote', async () => {
    await page.goto(at(CALCULATION))
    await page
      .getByRole('button', { name: /^Save quote/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /^Quote \d+/ })).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('it is sent by e-mail', async () => {
    await page.getByRole('button', { name: 'Send by e-mail' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send by e-mail' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
    await expect.poll(() => linksFor(email, '/quote').length, { timeout: 15_000 }).toBe(1)
  })

  await test.step('the customer accepts it without an account', async () => {
    const visitor = await somebodyElse()
    await visitor.goto(linksFor(email, '/quote')[0] ?? '')
    await expect(visitor.getByRole('heading', { level: 1, name: /^Quote \d+ from / })).toBeVisible()
    await expectAccessible(visitor)
    await visitor.getByRole('button', { name: 'Accept this price' }).click()
    await expect(visitor.getByRole('main').getByRole('link', { name: 'Create account' })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Sign in to ship' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Accept this price' })).toBeHidden()
    await expectAccessible(visitor)
  })

  await test.step('signed in, the same link leads to the shipment', async () => {
    const theirs = await somebodyElse()
    await signIn(theirs, 'client', 'pacific', { to: false })
    await theirs.goto(linksFor(email, '/quote')[0] ?? '')
    await theirs.getByRole('button', { name: 'Ship at this price' }).click()
    await expect(theirs).toHaveURL(/\/shipments\/wizard\/[\w-]+\/origin/)
  })

  await test.step('staff see that it was accepted', async () => {
    await page.goto(at('/quotes?status=accepted'))
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await expectAccessible(page)
  })
})
