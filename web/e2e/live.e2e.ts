import type { Page } from '@playwright/test'
import { connected, history, make, note } from './histories'
import { newClient } from './money'
import { colleague, invite } from './people'
import { call, email, enter, expect, expectAccessible, origin, PORT, signIn, test } from './support'
import { Wire } from './wire'

/** A change by one person appears on the open page of another, without a reload. */

test.use({ locale: 'en-US' })

/** Fails when the page is loaded again. */
function neverReloads(page: Page) {
  let loads = 0
  page.on('load', () => loads++)
  return () => expect(loads).toBe(1)
}

test('an event recorded by one person appears on the page of another', { tag: '@phone' }, async ({
  page,
  somebodyElse,
}) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  const shipment = await make(page)
  const stays = neverReloads(page)
  await page.goto(`${origin('pacific')}/shipments/${shipment.id}`)
  await expect(history(page)).toHaveCount(1)
  await connected(page)
  const other = await somebodyElse()
  await signIn(other, 'admin', 'pacific', { to: false })
  await note(other, shipment, 'Recife hub')
  await expect(history(page)).toHaveCount(2)
  await expect(history(page).first()).toContainText('Recife hub')
  stays()
})

test('a flag switched by one administrator moves the switch of another', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'the flag is one for the whole company')
  await signIn(page, 'admin', 'atlantico', { to: '/feature-flags' })
  const flag = page.getByRole('switch', { name: 'Reload on language change' })
  await expect(flag).not.toBeChecked()
  await connected(page)
  const other = await somebodyElse()
  await signIn(other, 'admin', 'atlantico', { to: false })
  try {
    await call(other, 'PATCH', '/feature_flags/reload_on_locale_change', { enabled: true })
    await expect(flag).toBeChecked()
  } finally {
    await call(other, 'PATCH', '/feature_flags/reload_on_locale_change', { enabled: false })
  }
  await expect(flag).not.toBeChecked()
})

test('what staff change in the record of a client appears in its account', async ({
  page,
  somebodyElse,
  isMobile,
}) => {
  test.skip(isMobile, 'the page is the same at any width')
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific', { to: false })
  const client = await newClient(admin, `Quay Traders ${crypto.randomUUID().slice(0, 8)}`)
  const address = await invite(admin, 'pacific', 'Live Client', { user_type: 30, client_id: client })
  await page.goto(`${origin('pacific')}/healthz`)
  await enter(page, address)
  await page.goto(`${origin('pacific')}/my-account`)
  await page.getByRole('link', { name: 'Client details' }).click()
  const name = page.getByRole('textbox', { name: 'Company name', exact: true })
  await expect(name).toHaveValue(/^Quay Traders/)
  await connected(page)
  const { data } = await call<{ data: { version: number } }>(admin, 'GET', `/clients/${client}`)
  const renamed = `Quay Traders and Sons ${crypto.randomUUID().slice(0, 8)}`
  await call(admin, 'PATCH', `/clients/${client}`, { name: renamed, version: data.version })
  await expect(name).toHaveValue(renamed)
})

test('a right taken away leaves the open page', async ({ page, somebodyElse, isMobile }) => {
  test.skip(isMobile, 'the menu of a phone is closed')
  const admin = await somebodyElse()
  await signIn(admin, 'admin', 'pacific', { to: false })
  const rules = ['list', 'show'].map((action) => ({ resource: 'shipment', action, scope: 'any' }))
  const profile = await call<{ data: { id: string } }>(admin, 'POST', '/user_profiles', {
    name: `Only reads ${crypto.randomUUID()}`,
    kind: 10,
    description: '',
    active: true,
    rules,
  })
  const address = await invite(admin, 'pacific', 'Live Reader', { user_type: 20 })
  await page.goto(`${origin('pacific')}/healthz`)
  await enter(page, address)
  await page.goto(`${origin('pacific')}/shipments`)
  await expect(page.getByRole('link', { name: 'New shipment' }).first()).toBeVisible()
  await connected(page)
  const found = await call<{ data: { id: string; version: number }[] }>(
    admin,
    'GET',
    `/users?search=${address}`,
  )
  const user = found.data[0]
  await call(admin, 'PATCH', `/users/${user?.id}`, { profile_ids: [profile.data.id], version: user?.version })
  await expect(page.getByRole('link', { name: 'New shipment' })).toHaveCount(0)
})

test('a person who is signed out elsewhere is asked for the password at once', async ({
  page,
  somebodyElse,
}) => {
  const address = await colleague(page, 'pacific', 'Live Ended')
  await page.goto(`${origin('pacific')}/healthz`)
  await enter(page, address)
  await page.goto(`${origin('pacific')}/shipments`)
  await expect(page.locator('#main h1')).toBeVisible()
  await connected(page)
  const other = await somebodyElse()
  await other.goto(`${origin('pacific')}/healthz`)
  await enter(other, address)
  await call(other, 'DELETE', '/account-devices')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('remessa-demo')
  await dialog.getByRole('button', { name: /^Sign in/ }).click()
  await expect(dialog).toBeHidden()
  await connected(page)
})

test('a page behind a broken wire ends with everything, in order and once', async ({
  page,
  somebodyElse,
}) => {
  test.slow()
  const wire = await Wire.to(Number(PORT))
  try {
    const writer = await somebodyElse()
    await signIn(writer, 'admin', 'pacific', { to: false })
    const shipment = await make(writer)
    const host = `http://pacific.localhost:${wire.port}`
    await page.goto(`${host}/healthz`)
    await enter(page, email('staff', 'pacific'))
    await page.goto(`${host}/shipments/${shipment.id}`)
    await expect(history(page)).toHaveCount(1)
    await connected(page)

    wire.cut()
    await note(writer, shipment, 'While it was cut')
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expectAccessible(page)
    wire.mend()
    await expect(history(page)).toHaveCount(2)
    await connected(page)
    await expect(page.getByText('You are offline.')).toBeHidden()

    wire.freeze()
    await note(writer, shipment, 'While it was frozen')
    await expect(history(page)).toHaveCount(2)
    wire.thaw()
    await expect(history(page)).toHaveCount(3)

    wire.cut()
    wire.mend()
    await note(writer, shipment, 'After another cut')
    await expect(history(page)).toHaveCount(4)
    const { data } = await call<{ data: { location: string }[] }>(
      writer,
      'GET',
      `/shipments/${shipment.id}/events`,
    )
    const shown = await history(page).allInnerTexts()
    expect(shown).toHaveLength(data.length)
    for (const [at, { location }] of data.entries()) expect(shown[at]).toContain(location)
  } finally {
    wire.close()
  }
})

test('two pages of one browser share a connection, and the second goes on without the first', async ({
  page,
}) => {
  await signIn(page, 'staff', 'pacific', { to: false })
  const shipment = await make(page)
  const second = await page.context().newPage()
  for (const one of [page, second]) {
    await one.goto(`${origin('pacific')}/shipments/${shipment.id}`)
    await expect(history(one)).toHaveCount(1)
    await connected(one)
  }
  await page.close()
  await note(second, shipment, 'Alone now')
  await expect(history(second)).toHaveCount(2)
})
