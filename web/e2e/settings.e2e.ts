import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Settings = { data: { brand_color: string; revision: string } }

test('an administrator changes the colour, and a page that is open elsewhere wears it', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'the settings are one for the whole company')
  test.slow()
  await signIn(page, 'admin', 'pacific', { to: false })
  await call(page, 'POST', '/locale', { locale: 'en' })
  const before = (await call<Settings>(page, 'GET', '/tenant_settings')).data
  const visitor = await somebodyElse()
  await visitor.goto(`${origin('pacific')}/login`)
  const worn = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-6'))
  const colour = await worn()

  await page.goto(`${origin('pacific')}/settings`)
  await expect(page.getByRole('heading', { level: 1, name: 'Company settings' })).toBeVisible()
  await expectAccessible(page)
  try {
    await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('red')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('alert')).toContainText('six digits')
    await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#7a1fa2')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Saved. Open pages follow within seconds.')).toBeVisible()
    await expect.poll(worn, { timeout: 40_000 }).not.toBe(colour)
  } finally {
    const { brand_color } = before
    const { revision } = (await call<Settings>(page, 'GET', '/tenant_settings')).data
    await call(page, 'PATCH', '/tenant_settings', { brand_color, revision })
  }
  await expectReflow(page)
})
