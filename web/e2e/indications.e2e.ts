import { expect, expectAccessible, signIn, test } from './support'

test.use({ locale: 'en-US' })

test('a client copies its link, and the registration has its code', async ({ page, somebodyElse }) => {
  await signIn(page, 'client', 'pacific', { to: '/indications' })
  await page.getByRole('button', { name: 'Show my link' }).click()
  const link = page.getByText('/register?referral_code=')
  await expect(link).toBeVisible()
  await expectAccessible(page)
  const code = (await link.textContent())?.split('=')[1] ?? ''
  expect(code).toMatch(/^[A-Z2-9]{8}$/)

  const visitor = await somebodyElse()
  await visitor.goto((await link.textContent()) ?? '')
  await expect(visitor.getByRole('textbox', { name: 'Code of who sent you' })).toHaveValue(code)
  await expectAccessible(visitor)
})

test('an administrator changes the rule, and the page says it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'one company has one rule: both widths would change it at once')
  await signIn(page, 'admin', 'atlantico', { to: '/indications' })
  const dialog = page.getByRole('dialog')
  const change = async (days: string) => {
    await page.getByRole('button', { name: 'Change rule' }).click()
    await dialog.getByRole('textbox', { name: 'Days on hold' }).fill(days)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`It goes to the wallet after ${days} days.`)).toBeVisible()
  }
  await change('21')
  await expectAccessible(page)
  await change('14')
})
