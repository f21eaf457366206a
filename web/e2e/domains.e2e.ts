import type { Page } from '@playwright/test'
import { makeCompany, seedCompany, statusOf } from './company'
import { dropText, NAME_SERVER, setText } from './name-server'
import { enter, expect, expectAccessible, expectReflow, expectRoomForText, PORT, test } from './support'

test.use({ locale: 'en-US' })
test.skip(!NAME_SERVER, 'REMESSA_DNS says where the server asks for proofs')

/** A company of its own, because other tests read the links in e-mails. */
async function company() {
  const slug = `hosts-${test.info().project.name}-${Date.now()}`
  seedCompany(await makeCompany(slug))
  return slug
}

async function signInAs(page: Page, slug: string, host: string) {
  await page.goto(`http://${host}:${PORT}/healthz`)
  await enter(page, `admin@${slug}.test`)
}

const domain = (page: Page, host: string) => page.getByRole('listitem').filter({ hasText: host }).first()

test('an administrator claims a host, proves it, opens it, makes it primary and takes it away', {
  tag: '@phone',
}, async ({ page, somebodyElse }) => {
  test.slow()
  const slug = await company()
  const home = `${slug}.localhost`
  const host = `envios.${home}`
  await signInAs(page, slug, home)
  await page.goto(`http://${home}:${PORT}/settings`)
  await page.getByRole('link', { name: 'Domains' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Company settings' })).toBeVisible()
  await expect(domain(page, home)).toContainText('You are here')
  await expect(page.getByRole('button', { name: `Remove ${home}`, exact: true })).toBeDisabled()

  await page.getByRole('main').getByRole('button', { name: 'Add domain' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Domain' })
  await field.fill('https://envios')
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await expect(dialog.getByRole('alert')).toContainText('without https://')
  await expect(field).toHaveValue('https://envios')
  await expectAccessible(page)
  await field.fill(host.toUpperCase())
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText(`${host} added.`)).toBeVisible()
  const record = `_remessa.${host}`
  await expect(domain(page, host)).toContainText('Waiting for verification')
  await expect(domain(page, host)).toContainText('Checked automatically until')
  await expect(domain(page, host).getByText('CNAME', { exact: true })).toBeVisible()
  await expect(domain(page, host).getByText(home, { exact: true })).toBeVisible()
  const proof = await domain(page, host)
    .getByText(/^remessa=/)
    .innerText()

  const check = page.getByRole('button', { name: `Check now: ${host}` })
  const refusal = domain(page, host).getByRole('alert')
  await check.click()
  await expect(refusal).toContainText(`TXT record ${record} not found yet`)
  setText(record, 'remessa=something-else')
  await check.click()
  await expect(refusal).toContainText('Value found: remessa=something-else')
  await expectAccessible(page)
  expect(await statusOf(host)).toBe(404)

  setText(record, proof)
  await check.click()
  await expect(page.getByText(`${host} is verified and now in use.`)).toBeVisible()
  await expect(domain(page, host).getByText('Verified', { exact: true })).toBeVisible()
  const visitor = await somebodyElse()
  await visitor.goto(`http://${host}:${PORT}/login`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await signInAs(visitor, slug, host)
  await visitor.goto(`http://${host}:${PORT}/settings/domains`)
  await expect(domain(visitor, host)).toContainText('You are here')
  await expect(visitor.getByRole('button', { name: `Remove ${host}`, exact: true })).toBeDisabled()

  await page.getByRole('button', { name: `Make primary: ${host}`, exact: true }).click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(host)
  await expect(page.getByRole('button', { name: `Remove ${host}`, exact: true })).toBeDisabled()
  await expect(domain(page, host)).toContainText('Make another domain primary')
  await page.getByRole('button', { name: `Make primary: ${home}`, exact: true }).click()
  await expect(page.getByRole('main').getByRole('listitem').first()).not.toContainText(host)

  const remove = page.getByRole('button', { name: `Remove ${host}`, exact: true })
  await expect(remove).toBeEnabled()
  // On a phone what was just told may lie over the button.
  await remove.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect.poll(() => statusOf(host)).toBe(404)
  dropText(record)
  await expectReflow(page)
})

test('the name server that does not know, and texts of any length', async ({ page }) => {
  test.slow()
  const slug = await company()
  const home = `${slug}.localhost`
  const host = `a-rather-long-name-of-a-host-that-somebody-thought-of.shipments.${home}`
  await signInAs(page, slug, home)
  await page.goto(`http://${home}:${PORT}/settings/domains`)
  await page.getByRole('main').getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Domain' }).fill(host)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${host} added.`)).toBeVisible()
  // Twice the same.
  await page.getByRole('main').getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Domain' }).fill(`${host}.`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Already in use')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Check now: ${host}` }).click()
  await expect(domain(page, host).getByRole('alert')).toContainText('TXT record')
  await expectReflow(page)
  await expectRoomForText(page)
})
