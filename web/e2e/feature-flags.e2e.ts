import { later, takeClock } from './clock'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

test('an administrator switches a flag, and a page that is open elsewhere goes by it', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'the flag is one for the whole company')
  test.slow()
  await signIn(page, 'admin', 'pacific', { to: false })
  const visitor = await somebodyElse()
  await takeClock(visitor)
  await visitor.goto(`${origin('pacific')}/login`)
  let loads = 0
  visitor.on('load', () => loads++)

  await page.goto(`${origin('pacific')}/shipments`)
  await page.getByRole('link', { name: 'Features' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Features' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'E-mail updates on shipments' })).toBeVisible()
  const flag = page.getByRole('switch', { name: 'Reload on language change' })
  await expect(flag).not.toBeChecked()
  await expectAccessible(page)
  const followed = visitor.waitForResponse(/\/api\/config/)
  try {
    await flag.click()
    await expect(flag).toBeChecked()
    await expect(page.getByText(/Changed by /)).toBeVisible()
    await later(visitor)
    await followed
    expect(loads).toBe(0)
    await visitor.getByRole('combobox').selectOption('Español')
    await expect.poll(() => loads).toBe(1)
  } finally {
    await call(page, 'PATCH', '/feature_flags/reload_on_locale_change', { enabled: false })
  }
  await expectReflow(page)
})

test('staff see no flags', async ({ page, isMobile }) => {
  test.skip(isMobile, 'there is nothing to see at any width')
  await signIn(page, 'staff', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/shipments`)
  await expect(page.getByRole('link', { name: 'Features' })).toBeHidden()
})
