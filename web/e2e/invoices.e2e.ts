import type { Page } from '@playwright/test'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

type Own = { data: { client_id: string } }

const at = (path: string) => `${origin('pacific')}${path}`

/** The client of the demo, whose shipments have charges that no invoice has. */
async function demoClient(page: Page) {
  await signIn(page, 'client', 'pacific', { to: false })
  return (await call<Own>(page, 'GET', '/profile')).data.client_id
}

type Listed = { data: { id: string; version: number; can: { void: boolean }; status: string }[] }

/** The demo has no charge without an invoice: a void gives those of the invoice free that the wallet paid in part. */
async function freeCharges(page: Page, client: string) {
  const { data } = await call<Listed>(page, 'GET', `/invoices?tab=open&client_id=${client}`)
  const open = data.find(({ can, status }) => can.void && status === 'partly_paid')
  if (!open) return
  await call(page, 'POST', `/invoices/${open.id}/void`, { reason: 'Billed again', version: open.version })
}

/** The content type of the PDF behind the button. */
async function pdfType(page: Page) {
  const href = await page.getByRole('link', { name: 'Open PDF' }).getAttribute('href')
  return page.evaluate(async (path) => (await fetch(path)).headers.get('content-type'), href ?? '')
}

/** Pays an open invoice from the company's account; without an amount, all that is open. */
async function pay(page: Page, amount?: string) {
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).not.toHaveValue('')
  if (amount) await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialog.getByRole('textbox', { name: 'Payment reference' }).fill('WIRE 771')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog).toBeHidden()
}

test('staff bill shipments, issue the invoice, and record its payments; the client sees it paid', async ({
  page,
  somebodyElse,
}) => {
  // Two people, six screens, and axe at each.
  test.slow()
  const client = await demoClient(page)
  await signIn(page, 'admin', 'pacific', { to: false })
  await freeCharges(page, client)
  await page.goto(at(`/invoices/new?client_id=${client}`))

  await test.step('a draft of the chosen shipments', async () => {
    await page.getByText('Selected shipments').click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Select at least one shipment.')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(/\d items?/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Draft for / })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('an item that belongs to no shipment', async () => {
    await page.getByRole('button', { name: 'Add item' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Repacking')
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('3')
    await dialog.getByRole('button', { name: 'Save item' }).click()
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Price per unit' }).fill('2.5')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save item' }).click()
    await expect(dialog).toBeHidden()
    const item = page.getByRole('row', { name: /Repacking/ })
    await expect(item).toContainText('$7.50')
    await item.getByRole('button', { name: 'Edit Repacking' }).click()
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('2')
    await dialog.getByRole('button', { name: 'Save item' }).click()
    await expect(item).toContainText('$5.00')
  })

  const number = await test.step('it gets its number when it is issued', async () => {
    await page.getByRole('button', { name: 'Issue' }).click()
    const question = page.getByRole('dialog', { name: /^Issue the invoice of \$[\d.,]+ to / })
    await question.getByRole('button', { name: 'Issue' }).click()
    const heading = page.getByRole('heading', { level: 1, name: /^Invoice / })
    await expect(heading).toBeVisible()
    return ((await heading.textContent()) ?? '').replace('Invoice ', '')
  })

  await test.step('a part is paid, then the rest', async () => {
    await expect(page.getByRole('region', { name: 'How to pay' })).toContainText(number)
    await pay(page, '10')
    await expect(page.getByText('Partly paid')).toBeVisible()
    const reverse = page.getByRole('button', { name: 'Reverse payment: $10.00' })
    await reverse.click()
    const dialog = page.getByRole('dialog', { name: /^Reverse the payment of / })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Transfer of another client')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Reverse payment' }).click()
    await expect(page.getByText(/^Payment reversed\./)).toBeVisible()
    // The wallet of the demo's client may have paid a part.
    await expect(reverse).toBeHidden()
    await pay(page)
    await expect(page.getByText('Paid in full')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Record payment' })).toBeHidden()
    expect(await pdfType(page)).toBe('application/pdf')
    await expectAccessible(page)
  })

  await test.step('a credit note takes back a part', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Credit note' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('textbox', { name: /^Services for / })
      .first()
      .fill('5')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Late delivery')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Credit note' }).click()
    await expect(page.getByRole('link', { name: /^Credit note / })).toBeVisible()
    await expect(page.getByText('Returned to the wallet')).toBeVisible()
  })

  await test.step('the client finds it among the paid ones', async () => {
    const theirs = await somebodyElse()
    await signIn(theirs, 'client', 'pacific', { to: false })
    await theirs.goto(at('/invoices?tab=paid'))
    await expect(theirs.getByText('Drafts')).toBeHidden()
    await theirs.locator('[data-row]').getByRole('link', { name: number }).click()
    await expect(theirs.getByText('Paid, less what was credited')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Record payment' })).toBeHidden()
    await expectAccessible(theirs)
  })
})
