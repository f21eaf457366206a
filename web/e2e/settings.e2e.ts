import type { Locator, Page } from '@playwright/test'
import { later, takeClock } from './clock'
import { linksFor } from './emails'
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
  const before = (await call<Settings>(page, 'GET', '/tenant_settings')).data
  const visitor = await somebodyElse()
  await takeClock(visitor)
  await visitor.goto(`${origin('pacific')}/login`)
  const worn = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand-6'))
  const colour = await worn()

  await page.goto(`${origin('pacific')}/settings`)
  await expect(page.getByRole('heading', { level: 1, name: 'Company settings' })).toBeVisible()
  await expectAccessible(page)
  try {
    await page.getByRole('textbox', { name: 'Color', exact: true }).fill('red')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('alert')).toContainText('six digits')
    await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#7a1fa2')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved. Open pages update within seconds.')).toBeVisible()
    await later(visitor)
    await expect.poll(worn).not.toBe(colour)
  } finally {
    const { brand_color } = before
    const { revision } = (await call<Settings>(page, 'GET', '/tenant_settings')).data
    await call(page, 'PATCH', '/tenant_settings', { brand_color, revision })
  }
  await expectReflow(page)
})

async function administer(page: Page, tab: string) {
  await signIn(page, 'admin', 'pacific', { to: false })
  await page.goto(`${origin('pacific')}/settings/${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Company settings' })).toBeVisible()
}

async function putBack(page: Page, settings: Record<string, unknown>) {
  const { revision } = (await call<Settings>(page, 'GET', '/tenant_settings')).data
  await call(page, 'PATCH', '/tenant_settings', { ...settings, revision })
}

/** The settings are one for the whole company: what is saved is saved at one width alone. */
const ONCE = 'saved at the other width'

test('a rule beyond its bounds is told at its field, one within them is kept', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await administer(page, 'rules')
  await page.getByRole('textbox', { name: 'Minimum length' }).fill('5')
  await page.getByRole('textbox', { name: 'Invitation validity (days)' }).fill('')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await expectReflow(page)
  await page.getByRole('textbox', { name: 'Minimum length' }).fill('6')
  await page.getByRole('textbox', { name: 'Invitation validity (days)' }).fill('9')
  await expect(page.getByRole('alert')).toHaveCount(0)
  if (isMobile) return
  try {
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved. Open pages update within seconds.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Invitation validity (days)' })).toHaveValue('9')
  } finally {
    await putBack(page, { invitation_days: 7 })
  }
})

test('the rules of files say how much is stored, and how much can be', async ({ page }) => {
  await administer(page, 'rules')
  await expect(page.getByText(/^Stored: .+ of .+\. At the limit/)).toBeVisible()
})

test('the sender of e-mails is previewed before it is saved, and shown in a test e-mail', async ({
  page,
  isMobile,
}) => {
  await administer(page, 'emails')
  const preview = page.getByRole('status', { name: 'Preview' })
  await expect(preview).toContainText('replies to hello@pacific.test')
  await page.getByRole('textbox', { name: 'Sender name' }).fill('Pacific Desk')
  await page.getByRole('textbox', { name: 'Reply-to address' }).fill('desk')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('alert')).toContainText('Reply-to address')
  await page.getByRole('textbox', { name: 'Reply-to address' }).fill('desk@pacific.test')
  await expect(preview).toContainText(/^Pacific Desk <.+@.+> · replies to desk@pacific.test$/)
  await expect(page.getByRole('button', { name: 'Send test e-mail' })).toBeDisabled()
  await expectAccessible(page)
  await expectReflow(page)
  test.skip(isMobile, ONCE)
  try {
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved. Open pages update within seconds.')).toBeVisible()
    const before = linksFor('desk@pacific.test', '/settings').length
    await page.getByRole('button', { name: 'Send test e-mail' }).click()
    await expect(page.getByText('Test e-mail sent.')).toBeVisible()
    await expect.poll(() => linksFor('Reply-To: desk@pacific.test', '/settings').length).toBe(before + 1)
  } finally {
    await putBack(page, { mail_sender_name: null, mail_reply_to: null })
  }
})

test('the company decides what clients are told by e-mail until they choose', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await administer(page, 'emails')
  const invoices = page
    .getByRole('group', { name: 'Notifications of clients: by e-mail' })
    .getByRole('switch', { name: 'A new invoice is issued' })
  await expect(invoices).not.toBeChecked()
  test.skip(isMobile, ONCE)
  const kept = page.waitForResponse(
    (response) =>
      response.request().method() !== 'GET' && /tenant_settings\/notifications/.test(response.url()),
  )
  try {
    await invoices.click()
    await kept
    await page.reload()
    await expect(invoices).toBeChecked()
    await expectAccessible(page)
  } finally {
    const off = { event: 'invoice_issued', channel: 'mail', enabled: false }
    await call(page, 'PATCH', '/tenant_settings/notifications', off)
  }
})

test('the company writes the text of a tracking e-mail, sees it filled, and goes back to the default', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, ONCE)
  await administer(page, 'emails')
  await page.getByRole('button', { name: 'Edit “Departed”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Departed' })
  const [subject, body] = ['Subject', 'Text'].map((name) =>
    dialog.getByRole('textbox', { name, exact: true }),
  )
  const preview = dialog.getByRole('region', { name: 'Preview with a sample shipment' })
  await expect(preview).toContainText('RM123456785BR: Departed')

  await body?.fill('Hello <b>you</b>,\n\n{nobody} is on board.')
  await expect(dialog.getByText('{nobody} is not a placeholder. Use one of those offered.')).toBeVisible()
  await body?.fill('Hello <b>you</b>,\n\nyour parcel is on board: ')
  await dialog.getByRole('button', { name: 'Tracking code' }).click()
  await subject?.fill('On board')
  await expect(preview).toContainText('Hello <b>you</b>,your parcel is on board: RM123456785BR')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText('Test e-mail sent. Check your inbox.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Edit “Departed”' }) })
  await expect(row).toContainText('English')

  await page.getByRole('button', { name: 'Edit “Departed”' }).click()
  await expect(subject as Locator).toHaveValue('On board')
  await dialog.getByRole('button', { name: 'Reset to default' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Default')
})

test('a new favicon is drawn anew, and a page that is open elsewhere shows it', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.slow()
  await administer(page, 'logo')
  const square = page.getByRole('group', { name: 'Square icon' })
  await square
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(square.getByRole('alert')).toContainText('Choose a JPEG, PNG or WebP image')
  await expectAccessible(page)
  await expectReflow(page)
  test.skip(isMobile, ONCE)
  const visitor = await somebodyElse()
  await takeClock(visitor)
  await visitor.goto(`${origin('pacific')}/login`)
  const icon = visitor.locator('link[rel=icon]')
  await expect(icon).toHaveAttribute('href', '/brand/favicon')
  await square
    .locator('input[type=file]')
    .setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(page.getByText('Settings saved. Open pages update within seconds.')).toBeVisible()
  await expect(square.getByRole('img').first()).toHaveJSProperty('naturalWidth', 192)
  await later(visitor)
  await expect(icon).toHaveAttribute('href', /\/brand\/favicon\?v=/)

  await square.getByRole('button', { name: 'Use main logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use main logo' }).click()
  await expect(square.getByText('Main logo in use')).toBeVisible()
})

test('the page of the settings that is open is seen in the row of all', { tag: '@phone' }, async ({
  page,
}) => {
  await administer(page, 'emails')
  await page.goto(`${origin('pacific')}/settings/domains`)
  const row = page.getByRole('navigation', { name: 'Company settings' })
  await expect(row.getByRole('link', { name: 'Domains' })).toBeInViewport({ ratio: 1 })
  await row.getByRole('link', { name: 'Company' }).click()
  await expect(row.getByRole('link', { name: 'Company' })).toBeInViewport({ ratio: 1 })
})
