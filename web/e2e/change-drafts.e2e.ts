import type { Page } from '@playwright/test'
import { pressVerb } from './bulk'
import { completeForm } from './complete'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

/** The same change to many drafts of the list. */

test.use({ locale: 'en-US' })

type Made = { id: string; tracking_code: string; version: number }

async function make(page: Page, name: string) {
  const form = await completeForm(page, { to_name: name, to_city: 'Recife' })
  return (await call<{ data: Made }>(page, 'POST', '/shipments', form)).data
}

const shipDate = async (page: Page, { id }: Made) =>
  (await call<{ data: { shipped_on: string | null } }>(page, 'GET', `/shipments/${id}`)).data.shipped_on

test('drafts get another ship date together, and a confirmed shipment stays as it is', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'cards have no box for the whole page')
  await signIn(page, 'staff', 'atlantico', { to: false })
  const name = `Dated ${Date.now()}`
  const confirmed = await make(page, name)
  const drafts = [await make(page, name), await make(page, name)]
  await call(page, 'POST', `/shipments/${confirmed.id}/confirm`, { version: confirmed.version })
  await page.goto(`${origin('atlantico')}/shipments?${new URLSearchParams({ search: name })}`)
  for (const { tracking_code } of [confirmed, ...drafts])
    await page.getByRole('checkbox', { name: `Select ${tracking_code}` }).check()
  await pressVerb(page, 'Change drafts')

  const dialog = page.getByRole('dialog', { name: 'Change 3 shipments?' })
  await expect(dialog).toContainText('1 is not a draft and stays as it is.')
  await dialog.getByRole('button', { name: 'Change drafts' }).click()
  await expect(dialog).toContainText('Choose a service, a ship date, a client or a subsidiary.')
  await expectAccessible(page)
  await dialog.getByLabel('Ship date').fill('2027-01-15')
  await dialog.getByRole('button', { name: 'Change drafts' }).click()
  const report = page.getByRole('dialog', { name: 'Results by shipment' })
  await expect(report.getByRole('status')).toHaveText('2 changed · 1 failed')
  await expectAccessible(page)
  expect(await Promise.all(drafts.map((draft) => shipDate(page, draft)))).toEqual([
    '2027-01-15',
    '2027-01-15',
  ])
  expect(await shipDate(page, confirmed)).toBeNull()
})
