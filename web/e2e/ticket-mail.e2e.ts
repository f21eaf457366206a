import { replyAddress } from './company'
import { openedTicket as opened } from './seeds'
import { expect, expectAccessible, look, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

/** Hands a raw e-mail over, as a mail server does. */
async function arrives(page: import('@playwright/test').Page, lines: string[]) {
  const path = new URL(replyAddress('pacific')).pathname
  const status = await page.evaluate(
    async ([to, body]) =>
      (await fetch(to, { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body })).status,
    [path, lines.join('\r\n')] as const,
  )
  expect(status).toBe(202)
}

test('replies by e-mail stand in the ticket, and staff decide about the unclear ones', {
  tag: '@phone',
}, async ({ page, somebodyElse }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const client = await somebodyElse()
  await signIn(client, 'client', 'pacific', { to: false })
  const { id } = await opened(client, `Mail ${mark}`)
  await signIn(page, 'staff', 'pacific', { to: '/supports' })
  const answers = `In-Reply-To: <${id}@pacific.localhost>`
  const quoted = ['On Mon, 23 Nov 2026 at 10:00, Desk <desk@pacific.test> wrote:', '> Where is it exactly?']
  const own = ['From: Pat <client@pacific.test>', 'To: desk@pacific.test', answers, `Subject: Re: ${mark}`]
  await arrives(page, [...own, '', `In Miami, ${mark}.`, '', ...quoted, ''])
  const bob = ['From: Bob Ray <bob@elsewhere.test>', 'To: desk@pacific.test', answers, 'Subject: Me too']
  await arrives(page, [...bob, '', `I know more, ${mark}.`, ''])

  await page.goto(`${origin('pacific')}/supports/${id}`)
  const reply = page.getByRole('article').filter({ hasText: `In Miami, ${mark}.` })
  await expect(reply).toBeVisible()
  await expect(reply.getByText('Where is it exactly?')).toBeHidden()
  await reply.getByText('Quoted text').click()
  await expect(reply.getByText('Where is it exactly?')).toBeVisible()
  await expect(reply.getByRole('link', { name: 'Original e-mail' })).toHaveAttribute('href', /support-mails/)
  const note = page.getByRole('article').filter({ hasText: `I know more, ${mark}.` })
  await expect(note.getByText('The sender could not be verified.')).toBeVisible()
  await look(page, 'ticket with e-mails')
  await expectAccessible(page)
  await client.goto(`${origin('pacific')}/supports/${id}`)
  await expect(client.getByText(`In Miami, ${mark}.`)).toBeVisible()
  await expect(client.getByText(`I know more, ${mark}.`)).toHaveCount(0)

  await note.getByRole('button', { name: 'Add to the ticket' }).press('Enter')
  await expect(page.getByText('The e-mail was added to the ticket.')).toBeVisible()
  await client.reload()
  await expect(client.getByRole('article').filter({ hasText: `I know more, ${mark}.` })).toBeVisible()
})

test('an e-mail without a ticket waits, is processed again, and is deleted', async ({ page, isMobile }) => {
  test.skip(isMobile, 'it opens the menu of a row; a phone has cards, which the screens look at')
  const name = `Stray ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'staff', 'pacific', { to: '/supports' })
  await arrives(page, [`From: ${name} <a@b.test>`, 'To: desk@pacific.test', 'Subject: Hello', '', name, ''])
  await page.getByRole('link', { name: 'E-mails' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'E-mails to review' })).toBeVisible()
  await page.goto(`${origin('pacific')}/supports/mails?search=${encodeURIComponent(name)}`)
  const row = page.locator('[data-row]').filter({ hasText: name })
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(row).toContainText('No ticket found')
  await look(page, 'waiting e-mails')
  await expectAccessible(page)
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Process again' }).click()
  await expect(page.getByText('The e-mail is being processed again.')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 2000 })
  }).toPass()
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('E-mail deleted.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('an e-mail of a client without a ticket opens one when staff vouch for its sender', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'it opens the menu of a row; a phone has cards, which the screens look at')
  const mark = `Lost ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'staff', 'pacific', { to: '/supports' })
  await arrives(page, [
    'From: client@pacific.test',
    'To: desk@pacific.test',
    `Subject: ${mark}`,
    '',
    mark,
    '',
  ])
  await page.goto(`${origin('pacific')}/supports/mails?search=${encodeURIComponent(mark)}`)
  const row = page.locator('[data-row]').filter({ hasText: mark })
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(row).toContainText('Sender not verified')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Create a ticket' }).click()
  await expect(page.getByText('Ticket created from the e-mail.')).toBeVisible()
  await page.goto(`${origin('pacific')}/supports?search=${encodeURIComponent(mark)}&status=10`)
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 2000 })
  }).toPass()
})
