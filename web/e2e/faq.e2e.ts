import { call, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('pacific')}${path}`

test('an administrator publishes an answer, and a visitor finds it', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'it reads rows of a table; a phone has cards, which the screens look at')
  const mark = crypto.randomUUID().slice(0, 8)
  const question = `May I send a piñata ${mark}?`
  const visitor = await somebodyElse()
  await signIn(page, 'admin', 'pacific', { to: '/faq-questions' })
  const row = page.getByRole('row').filter({ hasText: mark })

  await test.step('a question is written, and lacks its answer first', async () => {
    await page.getByRole('link', { name: 'New question' }).first().click()
    // The list has a field of the same name.
    await expect(page.getByRole('heading', { level: 1, name: 'New question' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Group' }).click()
    await page.getByRole('option', { name: 'Delivery' }).click()
    await page.getByRole('textbox', { name: /^Question \(English/ }).fill(question)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const answer = page.getByRole('textbox', { name: /^Answer \(English/ })
    await expect(answer).toHaveAccessibleDescription(/Required/)
    await answer.fill('Yes, **empty**.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(row).toContainText('Draft')
  })

  await test.step('nobody reads a draft', async () => {
    await visitor.goto(at(`/faq?search=${mark}`))
    await expect(visitor.getByText(`No results for “${mark}”`)).toBeVisible()
  })

  await test.step('it is published and found without its accent', async () => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(row).toContainText('Published')
    const field = visitor.getByRole('searchbox')
    await field.fill(`pinata ${mark}`)
    await field.press('Enter')
    await visitor.getByRole('button', { name: question }).click()
    await expect(visitor.locator('strong', { hasText: 'empty' })).toBeVisible()
    await expectAccessible(visitor)
  })

  await test.step('in another language it is marked', async () => {
    const stranger = await somebodyElse({ locale: 'es-ES' })
    await stranger.goto(at(`/faq?search=${mark}`))
    await expect(stranger.getByRole('button', { name: question })).toContainText('En English')
  })

  const { data } = await call<{ data: { id: string }[] }>(page, 'GET', `/faq-questions?search=${mark}`)
  await call(page, 'DELETE', `/faq-questions/${data[0]?.id}`)
})
