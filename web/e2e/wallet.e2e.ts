import type { Page } from '@playwright/test'
import { companyAccount, newClient } from './money'
import { invite } from './people'
import { call, enter, expect, expectAccessible, origin, signIn, test } from './support'

test.use({ locale: 'en-US' })

const at = (path: string) => `${origin('pacific')}${path}`
const PDF = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a slip') }

/** A client with a user who has no money yet, and an account of the company to pay to. */
async function payer(page: Page) {
  await signIn(page, 'admin', 'pacific', { to: false })
  const name = `Willow Goods ${Date.now()}`
  const client = await newClient(page, name)
  await companyAccount(page)
  const email = await invite(page, 'pacific', 'Wren Willow', { user_type: 30, client_id: client })
  return { name, client, email }
}

test('a client announces a deposit, staff confirm it, and the balance has it', async ({
  page,
  somebodyElse,
}) => {
  const { name, client, email } = await payer(page)
  const reference = `TRF-${Date.now()}`
  const hers = await somebodyElse()
  await hers.goto(at('/healthz'))
  await enter(hers, email)

  await test.step('the client tells what was paid, and where', async () => {
    await hers.goto(at('/wallet'))
    await hers.getByRole('button', { name: 'Add funds' }).click()
    const dialog = hers.getByRole('dialog', { name: 'Add funds' })
    await dialog.getByRole('combobox', { name: 'Account' }).click()
    await hers
      .getByRole('option', { name: /000123456/ })
      .last()
      .click()
    await expect(dialog.getByText('CHASUS33')).toBeVisible()
    await dialog.getByRole('button', { name: 'Report deposit' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Amount')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('250')
    await dialog.getByRole('textbox', { name: 'Payment reference' }).fill(reference)
    await dialog.locator('input[type=file]').setInputFiles(PDF)
    await expectAccessible(hers)
    await dialog.getByRole('button', { name: 'Report deposit' }).click()
    await expect(hers.getByText(/^Deposit reported/)).toBeVisible()
    const deposits = hers.getByRole('region', { name: 'Your deposits' })
    await expect(deposits.getByRole('listitem').filter({ hasText: reference })).toContainText('Pending')
    await expectAccessible(hers)
  })

  await test.step('staff look at the receipt and confirm several at once', async () => {
    await page.goto(at(`/deposits?client_id=${client}`))
    const row = page.locator('[data-row]').filter({ hasText: reference })
    await expect(row).toContainText(name)
    await row.getByRole('link', { name: reference }).click()
    await expect(page.getByRole('link', { name: 'Download slip.pdf' })).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await page.getByRole('checkbox', { name: new RegExp(reference) }).check()
    await page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: 'Confirm' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('$250.00')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByRole('status')).toHaveText('1 confirmed')
  })

  await test.step('the client has the money, and a line that says why', async () => {
    // The page stayed open: nobody loads it again.
    await expect(hers.getByRole('region', { name: 'Balance USD' })).toContainText('$250.00')
    const line = hers.getByRole('region', { name: 'Statement' }).locator('[data-row]')
    await expect(line).toHaveCount(1)
    await expect(line).toContainText('Deposit received')
    await expect(line).toContainText('+$250.00')
    await line.getByRole('link', { name: reference }).click()
    await expect(hers.getByText('The amount is in the wallet.')).toBeVisible()
    await hers.goto(at('/notifications'))
    await expect(hers.getByText('Deposit of $250.00 confirmed')).toBeVisible()
  })

  await test.step('staff correct the balance on the page of the client, with a reason', async () => {
    await page.goto(at(`/clients/${client}?tab=wallet`))
    await page.getByRole('button', { name: 'Adjust balance' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Take from the balance').click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('300')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Storage fee')
    await expect(dialog.getByRole('status')).toContainText('-$50.00')
    await dialog.getByRole('button', { name: 'Adjust balance' }).click()
    await expect(dialog.getByRole('alert')).toContainText('$250.00 to spend, and $300.00 is needed')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('20')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Adjust balance' }).click()
    await expect(page.getByText('Balance adjusted.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Balance USD' })).toContainText('$230.00')
    const statement = page.getByRole('region', { name: 'Statement' })
    await expect(statement).toContainText('Storage fee')
    await statement.getByRole('button', { name: 'Statement as PDF' }).click()
    await expectAccessible(page)
    const paper = await page.getByRole('menuitem').first().getAttribute('href')
    const fetched = async (path: string) => {
      const answer = await fetch(path)
      return [answer.status, answer.headers.get('content-type')]
    }
    expect(await page.evaluate(fetched, paper ?? '')).toEqual([200, 'application/pdf'])
  })
})

test('the code of a payment fits a phone', async ({ page }) => {
  await signIn(page, 'client', 'atlantico', { to: false })
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`${origin('atlantico')}/wallet`)
  await page.getByRole('button', { name: 'Add funds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add funds' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100')
  const pix = dialog.getByRole('region', { name: 'Pix copy and paste' })
  await expect(pix.getByRole('button', { name: 'Copy the Pix code' })).toBeVisible()
  const excess = await pix.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(excess).toBe(0)
})

test('the code of a payment fits beside an invoice', async ({ page }) => {
  await signIn(page, 'client', 'atlantico', { to: false })
  const { data } = await call<{ data: { id: string }[] }>(page, 'GET', '/invoices?tab=open')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${origin('atlantico')}/invoices/${data[0]?.id}`)
  const pix = page.getByRole('region', { name: 'Pix copy and paste' })
  await expect(pix.getByRole('button', { name: 'Copy the Pix code' })).toBeVisible()
  const excess = await pix.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(excess).toBe(0)
})
