import type { Locator, Page } from '@playwright/test'
import { pressVerb } from './bulk'
import { openedTicket as opened, timedId } from './seeds'
import {
  call,
  email,
  enter,
  expect,
  expectAccessible,
  expectReflow,
  look,
  origin,
  PORT,
  signIn,
  tabTo,
  test,
} from './support'
import { Wire } from './wire'

test.use({ locale: 'en-US' })

/** The way from the list to the board, which only the staff work with. */
const board = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Board' })

test('a client asks, staff answers with a note beside it, and the client closes', { tag: '@phone' }, async ({
  page,
  somebodyElse,
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  await signIn(page, 'client', 'pacific', { to: '/supports' })
  await expect(page.getByRole('link', { name: 'New ticket' }).first()).toBeVisible()
  await expect(board(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'New ticket' }).first().click()
  await page.getByRole('combobox', { name: 'Subject' }).click()
  await page.getByRole('option', { name: 'Delayed shipment' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill(`Where is **${mark}**?`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(page.getByText(/^Ticket #\d+ created\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^#\d+ Delayed shipment$/ })).toBeVisible()
  await expect(page.getByText('Markdown')).toHaveCount(0)
  await expect(page.getByText('No recipients')).toHaveCount(0)
  await look(page, 'ticket')
  await expectReflow(page)

  const staff = await somebodyElse()
  await signIn(staff, 'staff', 'pacific', { to: '/supports?status=all' })
  await expect(board(staff)).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  await staff.getByRole('searchbox').fill(mark)
  await staff.keyboard.press('Enter')
  await staff
    .getByRole('link', { name: /Delayed shipment/ })
    .first()
    .click()
  await expect(staff.getByRole('article').locator('strong', { hasText: mark })).toBeVisible()
  await staff.getByRole('radio', { name: 'Reply' }).press('ArrowRight')
  await staff.getByRole('textbox', { name: 'Internal note' }).fill('Ask the warehouse first')
  await staff.getByRole('button', { name: 'Add note' }).click()
  await expect(staff.getByRole('article', { name: /^Internal note from/ })).toContainText('Ask the warehouse')
  await staff.getByRole('radio', { name: 'Reply' }).press(' ')
  await staff.getByRole('textbox', { name: 'Reply' }).fill('It leaves **today**.')
  await staff.keyboard.press('ControlOrMeta+Enter')
  await expect(staff.getByText('Message sent.')).toBeVisible()
  await expect(staff.getByRole('main').getByText('Waiting', { exact: true })).toBeVisible()
  await look(staff, 'ticket of staff')
  await expectAccessible(staff)

  await expect(page.getByRole('article').locator('strong', { hasText: 'today' })).toBeVisible()
  await expect(page.getByText('Ask the warehouse')).toHaveCount(0)
  await page.getByRole('button', { name: 'Close ticket' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close ticket' }).click()
  await expect(page.getByText('Ticket closed.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'New ticket' })).toBeVisible()
  await look(page, 'closed ticket')
})

test('a reply that missed a message is stopped, keeps its text, and can be sent all the same', async ({
  page,
  somebodyElse,
}) => {
  await signIn(page, 'client', 'pacific', { to: false })
  const { id } = await opened(page, 'Two people will answer')
  const wire = await Wire.to(Number(PORT))
  try {
    const staff = await somebodyElse()
    const host = `http://pacific.localhost:${wire.port}`
    await staff.goto(`${host}/healthz`)
    await enter(staff, email('staff', 'pacific'))
    await staff.goto(`${host}/supports/${id}`)
    await staff.getByRole('textbox', { name: 'Reply' }).fill('I have no idea')
    const admin = await somebodyElse()
    await signIn(admin, 'admin', 'pacific', { to: false })

    // The page would show the new message within a second. The reply is on its way before the message arrives.
    wire.freeze()
    const first = { key: timedId(), body: 'It is here', seen: 1 }
    await call(admin, 'POST', `/backoffice/support-tickets/${id}/reply`, first)
    await staff.getByRole('button', { name: 'Send reply' }).click()
    wire.thaw()

    await expect(staff.getByRole('alert')).toContainText('There are newer messages.')
    await expect(staff.getByRole('article').filter({ hasText: 'It is here' })).toBeVisible()
    await expect(staff.getByRole('textbox', { name: 'Reply' })).toHaveValue('I have no idea')
    await staff.reload()
    await expect(staff.getByRole('textbox', { name: 'Reply' })).toHaveValue('I have no idea')
    await staff.getByRole('button', { name: 'Send reply' }).click()
    await expect(staff.getByRole('article').filter({ hasText: 'I have no idea' })).toBeVisible()
  } finally {
    wire.close()
  }
})

test('staff adds a client, who then really sees the ticket', async ({ page, somebodyElse }) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  const { id, number } = await opened(page, 'For a client')
  const client = await somebodyElse()
  await signIn(client, 'client', 'pacific', { to: `/supports/${id}` })
  await expect(client.getByRole('main').getByRole('alert')).toBeVisible()
  const { data: own } = await call<{ data: { company_name: string } }>(client, 'GET', '/profile')

  await page.goto(`${origin('pacific')}/supports/${id}`)
  await page.getByRole('button', { name: 'Add recipients' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add recipients' })
  await dialog.getByRole('combobox', { name: 'Recipients' }).fill(own.company_name)
  await page
    .getByRole('option', { name: new RegExp(own.company_name) })
    .first()
    .click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Recipients added.')).toBeVisible()

  await client.goto(`${origin('pacific')}/supports`)
  await client
    .getByRole('link', { name: new RegExp(`#${number} `) })
    .first()
    .click()
  await expect(client.getByText('For a client')).toBeVisible()
})

test('a clerk takes a ticket, answers it, and gives it to a colleague', async ({ page, somebodyElse }) => {
  const client = await somebodyElse()
  await signIn(client, 'client', 'pacific', { to: false })
  const { id, number } = await opened(client, 'Who **looks** after it?')
  await signIn(page, 'staff', 'pacific', { to: '/supports?status=-2' })
  await page
    .getByRole('link', { name: new RegExp(`#${number} `) })
    .first()
    .click()
  await expect(page.getByText('No owner')).toBeVisible()
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByText(/^Owner: /)).toBeVisible()
  await page.getByRole('textbox', { name: 'Reply' }).fill('I do.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Message sent.')).toBeVisible()
  await page.goto(`${origin('pacific')}/supports`)
  const row = page.locator('[data-row]').filter({ hasText: 'Who looks after it?' }).first()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'No activity for' }).click()
  await page.getByRole('option', { name: '1 day or more' }).click()
  await expect(page).toHaveURL(/idle_days=1/)
  await expect(row).toBeHidden()

  await page.goto(`${origin('pacific')}/supports/${id}`)
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: /^Assign ticket/ })
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific', { to: false })
  const { data: colleague } = await call<{ data: { name: string } }>(admin, 'GET', '/profile')
  await dialog.getByRole('combobox', { name: 'Owner' }).click()
  await page.getByRole('option', { name: colleague.name }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText(`Owner: ${colleague.name}`)).toBeVisible()
  await look(page, 'ticket with its client')
})

test('a client asks about a shipment, which then has the ticket (SUP-2, LIST-5)', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await signIn(page, 'client', 'pacific', { to: false })
  const { data } = await call<{ data: { id: string; tracking_code: string } }>(page, 'POST', '/shipments', {
    to_name: 'Ticket',
  })
  await page.goto(`${origin('pacific')}/shipments/${data.id}`)
  const card = page.getByRole('region', { name: 'Tickets' })
  await card.getByRole('link', { name: 'New ticket' }).click()
  await expect(page.getByRole('combobox', { name: 'Shipment (optional)' })).toHaveValue(data.tracking_code)
  await page.getByRole('combobox', { name: 'Subject' }).click()
  // 8rem, and 16rem where there is room (LIST-5).
  await expect(page.getByRole('listbox', { name: 'Subject' })).toHaveCSS(
    'max-height',
    isMobile ? '128px' : '256px',
  )
  await page.getByRole('option', { name: 'Delayed shipment' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Where is it?')
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^#\d+ Delayed shipment$/ })).toBeVisible()
  await page.getByRole('link', { name: 'View shipment' }).click()
  await expect(card.getByRole('link', { name: /^#\d+ Delayed shipment$/ })).toBeVisible()
})

test('many are closed at once, and each says what became of it (SUP-1)', async ({ page }) => {
  const mark = `bulk${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'staff', 'pacific', { to: false })
  const first = await opened(page, mark)
  await opened(page, mark)
  await call(page, 'POST', `/backoffice/support-tickets/${first.id}/close`)
  await page.goto(`${origin('pacific')}/supports?search=${mark}`)
  await expect(page.locator('[data-row]')).toHaveCount(2)
  for (const box of await page.locator('[data-row]').getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Close ticket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close ticket: 2 tickets' })
  await dialog.getByRole('button', { name: 'Close ticket' }).click()
  await expect(dialog.getByText('This ticket is closed. Reopen it first.')).toBeVisible()
  await expect(dialog.getByText('Ticket closed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()

  const rows = page.locator('[data-row]')
  for (const box of await rows.getByRole('checkbox').all()) await box.check()
  await pressVerb(page, 'Deactivate')
  const off = page.getByRole('dialog', { name: 'Deactivate: 2 tickets' })
  await off.getByRole('button', { name: 'Deactivate' }).click()
  await expect(off.getByText('Ticket deactivated.')).toHaveCount(2)
  await off.getByRole('button', { name: 'Close', exact: true }).last().click()
  // An inactive one is not among the own ones any more.
  await expect(rows).toHaveCount(0)
  await page.goto(`${origin('pacific')}/supports?status=all&search=${mark}`)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Inactive')
})

test('a ticket is created, answered with a file, closed and archived without a mouse', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keyboard')
  // The browser must know early that a test answers its file dialog.
  const chosen = page.waitForEvent('filechooser', { timeout: 60_000 })
  const mark = crypto.randomUUID().slice(0, 8)
  await signIn(page, 'staff', 'pacific', { to: '/supports' })
  await tabTo(page, page.getByRole('link', { name: 'New ticket' }).first())
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('combobox', { name: 'Subject' }))
  await page.keyboard.type('Delayed')
  await expect(page.getByRole('option', { name: 'Delayed shipment' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('Delayed shipment')
  await tabTo(page, page.getByRole('textbox', { name: 'Message' }))
  await page.keyboard.type(`By keys ${mark}`)
  await tabTo(page, page.getByRole('button', { name: 'Create ticket' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Ticket #\d+ created\.$/)).toBeVisible()

  await expect(page.getByRole('article')).toContainText(mark)
  const box = page.getByRole('textbox', { name: 'Reply' })
  await tabTo(page, box)
  await page.keyboard.type('See the photo')
  await tabTo(page, page.getByRole('button', { name: 'Attach files' }))
  await page.keyboard.press('Enter')
  await (await chosen).setFiles({ name: 'damage.png', mimeType: 'image/png', buffer: Buffer.from('photo') })
  await expect(page.getByRole('button', { name: 'Remove damage.png' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Send reply' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Message sent.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    tabTo(page, page.getByRole('link', { name: /damage\.png/ })).then(() => page.keyboard.press('Enter')),
  ])
  expect(download.suggestedFilename()).toBe('damage.png')

  await tabTo(page, page.getByRole('button', { name: 'Close ticket' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Close ticket' }).press('Enter')
  await expect(page.getByText('Ticket closed.')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Archive' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).press('Enter')
  await expect(page.getByText('Ticket archived.')).toBeVisible()
})

test('a draft with its file comes back on another device, and pasted pictures are attached', async ({
  page,
  browser,
}) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  const { id } = await opened(page, 'For a draft')
  await page.goto(`${origin('pacific')}/supports/${id}`)
  const box = page.getByRole('textbox', { name: 'Reply' })
  await box.fill('Half a sen')
  await box.evaluate((target) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['picture'], 'scan.png', { type: 'image/png' }))
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('button', { name: 'Remove scan.png' })).toBeVisible()
  const draft = () => call<{ data: { content: string | null } }>(page, 'GET', `/support_tickets/${id}/draft`)
  await expect.poll(async () => (await draft()).data.content ?? '').toContain('Half a sen')

  const device = await browser.newContext({ locale: 'en-US' })
  const other = await device.newPage()
  await signIn(other, 'staff', 'pacific', { to: `/supports/${id}` })
  await expect(other.getByRole('textbox', { name: 'Reply' })).toHaveValue('Half a sen')
  await expect(other.getByRole('button', { name: 'Remove scan.png' })).toBeVisible()
  await other.getByRole('button', { name: 'Send reply' }).click()
  await expect(other.getByText('Message sent.')).toBeVisible()
  expect((await draft()).data.content).toBeNull()
  await device.close()
})

test('a ticket is dragged to a column of the board, and moved by its menu', async ({ page, isMobile }) => {
  const mark = `board${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'staff', 'pacific', { to: false })
  const { number } = await opened(page, mark)
  await page.goto(`${origin('pacific')}/supports/board?whose=all&archived=true&search=${mark}`)
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (name: string) => column(name).getByRole('article', { name: new RegExp(`#${number} `) })
  await expect(card('Open')).toBeVisible()
  if (isMobile) return
  await card('Open').dragTo(column('Waiting'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await card('Open').dragTo(column('Closed'))
  await page.getByRole('dialog').getByRole('button', { name: 'Close ticket' }).click()
  await expect(card('Closed')).toBeVisible()
  await card('Closed').getByRole('button', { name: /^Move/ }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Move to Archived' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(card('Archived')).toBeVisible()
})

test('who writes is seen by the other side, and a note by staff only', async ({ page, somebodyElse }) => {
  await signIn(page, 'client', 'pacific', { to: false })
  const { id } = await opened(page, 'Who is there?')
  await page.goto(`${origin('pacific')}/supports/${id}`)
  const staff = await somebodyElse()
  await signIn(staff, 'staff', 'pacific', { to: `/supports/${id}` })
  const status = (one: typeof page) => one.getByRole('main').getByRole('status')
  await writes(page.getByRole('textbox', { name: 'Reply' }), status(staff))
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific', { to: `/supports/${id}` })
  await admin.getByRole('radio', { name: 'Reply' }).press('ArrowRight')
  const note = admin.getByRole('textbox', { name: 'Internal note' })
  await expect(note).toBeVisible()
  await writes(note, status(staff))
  await expect(status(page)).toBeEmpty()
})

/** Writes until the other page shows it: signals get lost before both are connected. */
async function writes(box: Locator, status: Locator) {
  await expect(async () => {
    await box.pressSequentially('On its way. ')
    await expect(status).toContainText('is writing…', { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}
