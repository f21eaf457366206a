import type { Page } from '@playwright/test'
import { completeForm } from './complete'
import { call, expect, expectAccessible, origin, signIn, test } from './support'

/** A draft that the wizard saves by itself, when two tabs or a lost network come between. */

test.use({ locale: 'en-US' })

type Made = { data: { id: string; version: number } }

const city = (page: Page) =>
  page.getByRole('group', { name: 'Recipient', exact: true }).getByRole('textbox', { name: 'City' })

const kept = async (page: Page, id: string) =>
  (await call<{ data: { to_city: string; to_name: string } }>(page, 'GET', `/shipments/${id}`)).data

/** The step of the recipient of a new draft. */
async function recipient(page: Page) {
  await signIn(page, 'client', 'pacific', { to: false })
  const form = await completeForm(page)
  const { data } = await call<Made>(page, 'POST', '/shipments', form)
  await page.goto(`${origin('pacific')}/shipments/wizard/${data.id}/destination`)
  await expect(city(page)).toHaveValue('Recife')
  return { id: data.id, version: data.version, form }
}

test('a draft saved in another tab is told at once, and the own change is kept or left', async ({ page }) => {
  const { id, version, form } = await recipient(page)
  await call(page, 'PATCH', `/shipments/${id}`, { ...form, to_name: 'Rosa Dias', version })
  await city(page).fill('Olinda')
  const keep = page.getByRole('button', { name: 'Load latest and keep my changes' })
  await expect(keep).toBeVisible()
  await expect(city(page)).toBeFocused()
  await expect(page.getByText('Not saved: changed in another tab or by someone else.')).toBeVisible()
  await expectAccessible(page)
  await keep.click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect.poll(() => kept(page, id)).toMatchObject({ to_city: 'Olinda', to_name: 'Rosa Dias' })
})

test('what was typed without a network is saved once it is back', async ({ page, context }) => {
  const { id } = await recipient(page)
  await context.setOffline(true)
  await city(page).fill('Olinda')
  await expect(page.getByText('Not saved yet. Check your connection.')).toBeVisible()
  const saved = page.waitForResponse((answer) => answer.url().endsWith(`/shipments/${id}`) && answer.ok())
  await context.setOffline(false)
  await saved
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect.poll(async () => (await kept(page, id)).to_city).toBe('Olinda')
})
