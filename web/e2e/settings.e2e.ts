import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Settings = { data: { name: string; brand_color: string; revision: string } }

test('an administrator changes name and colour, and a page that is open elsewhere wears them', async ({
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
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pacific Sky')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Saved. Open pages follow within seconds.')).toBeVisible()
    await expect(visitor).toHaveTitle(/Pacific Sky/, { timeout: 40_000 })
    await expect.poll(worn).not.toBe(colour)
  } finally {
    const { name, brand_color } = before
    const { revision } = (await call<Settings>(page, 'GET', '/tenant_settings')).data
    await call(page, 'PATCH', '/tenant_settings', { name, brand_color, revision })
  }
  await expectReflow(page)
})
