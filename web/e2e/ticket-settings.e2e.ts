import type { Page } from '@playwright/test'
import { openedTicket } from './seeds'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('pacific')}${path}`
const code = () => crypto.randomUUID().slice(0, 8).toUpperCase()

async function pick(page: Page, field: string, text: string) {
  const box = page.getByRole('combobox', { name: field })
  await box.fill(text)
  await page.getByRole('option', { name: text }).first().click()
  await box.press('Escape')
}

test('an administrator sends a subject to a department, and staff answers it with a template', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'it reads rows of a table; a phone has cards, which the screens look at')
  const mark = code()
  await signIn(page, 'admin', 'pacific', { to: '/support-departments' })
  const staff = await somebodyElse()
  await signIn(staff, 'staff', 'pacific', { to: false })
  const { data: own } = await call<{ data: { name: string } }>(staff, 'GET', '/profile')

  await test.step('a department with a member and a target', async () => {
    await page.getByRole('link', { name: 'New department' }).first().click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Code')
    await page.getByRole('textbox', { name: 'Code' }).fill(mark)
    await page.getByRole('textbox', { name: /^Name \(English/ }).fill(`Customs desk ${mark}`)
    await pick(page, 'Members', own.name)
    await page.getByRole('textbox', { name: 'First reply within' }).fill('4')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: mark })).toContainText(own.name)
    await expect(page.getByRole('row').filter({ hasText: mark })).toContainText('4 hours')
  })

  await test.step('a subject of that department', async () => {
    await page.goto(at('/support-subjects/new'))
    await page.getByRole('textbox', { name: 'Code' }).fill(mark)
    await page.getByRole('textbox', { name: /^Name \(English/ }).fill(`Duties ${mark}`)
    await pick(page, 'Departments', `Customs desk ${mark}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: mark })).toContainText('Customs desk')
  })

  await test.step('a template', async () => {
    await page.goto(at('/support-templates/new'))
    await page.getByRole('textbox', { name: 'Code' }).fill(mark)
    await page.getByRole('textbox', { name: /^Name \(English/ }).fill(`Greeting ${mark}`)
    const text = page.getByRole('textbox', { name: /^Text \(English/ })
    await text.fill('Hello {nome}')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(text).toHaveAccessibleDescription(/\{nome\}/)
    await text.fill('Hello {name},\nyour ticket is #{number}.\nShipment {shipment}')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: mark })).toBeVisible()
  })

  const { number } = await openedTicket(page, `About ${mark}`)
  await staff.goto(at(`/supports?status=all&search=${number}`))
  await staff
    .getByRole('link', { name: new RegExp(`#${number} `) })
    .first()
    .click()
  const box = staff.getByRole('textbox', { name: 'Reply' })
  await box.press('/')
  await staff.getByRole('textbox', { name: 'Find a template' }).fill(mark)
  await expect(staff.getByRole('option', { name: `Greeting ${mark}` })).toBeVisible()
  await staff.keyboard.press('Enter')
  await expect(box).toHaveValue(new RegExp(`^Hello .+,\nyour ticket is #${number}\\.\n?$`))
  await expect(box).toBeFocused()
})
