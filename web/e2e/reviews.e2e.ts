import { call, expect, expectAccessible, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Found = { data: { id: string; tracking_code: string; version: number }[] }

test('a client rates a delivery, and staff answer and publish it', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'it reads rows of a table; a phone has cards, which the screens look at')
  const mark = crypto.randomUUID().slice(0, 8)
  await signIn(page, 'client', 'pacific', { to: '/reviews?status=10' })
  const { data } = await call<Found>(page, 'GET', '/reviews?status=10')
  const code = data[0]?.tracking_code ?? ''
  expect(code, 'the demo has a delivery that the client can rate').not.toBe('')
  const row = page.getByRole('row').filter({ hasText: code })

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Rate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expect(dialog).toContainText('Required field.')
  await dialog.getByRole('radio', { name: /^3 of 5/ }).check()
  await dialog.getByRole('textbox').fill(`Slow ${mark}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Thank you for your review.')).toBeVisible()

  const staff = await somebodyElse()
  await signIn(staff, 'staff', 'pacific', { to: `/reviews?search=${mark}` })
  await staff.getByRole('row').filter({ hasText: mark }).getByRole('link').first().click()
  await staff.getByRole('button', { name: 'Answer' }).click()
  await staff.getByRole('dialog').getByRole('textbox').fill('We will do better.')
  await staff.getByRole('dialog').getByRole('button', { name: 'Answer' }).click()
  await expect(staff.getByRole('main').getByText('We will do better.')).toBeVisible()
  await staff.getByRole('button', { name: 'Publish' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(staff.getByRole('main')).toContainText('Published')
  await expectAccessible(staff)
})
