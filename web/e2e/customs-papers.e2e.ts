import { makeTwin } from './company'
import { completeForm } from './complete'
import { labelFrom, linesOf } from './printing'
import { call, expect, expectAccessible, expectReflow, origin, signIn, test } from './support'

/** Customs data of goods: asked for before the confirmation, and completed after it. */

test.use({ locale: 'en-US' })

const UNITED_STATES = 238

type Made = { data: { id: string; tracking_code: string } }

test('a client gives customs what they want before the confirmation, and corrects it after', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow()
  await signIn(page, 'client', 'pacific', { to: false })
  const form = await completeForm(page, {
    from_country_id: UNITED_STATES,
    items: [{ description: 'Ceramic mug', quantity: '2', unit_value: '10.00' }],
  })
  const { data } = await call<Made>(page, 'POST', '/shipments', form)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const item = page.getByRole('group', { name: 'Item 1', exact: true })
  const code = item.getByRole('combobox', { name: 'HS code' })
  const heading = page.getByRole('heading', { level: 1, name: data.tracking_code, exact: true })
  const declared = async () => {
    await page.getByRole('button', { name: 'Documents', exact: true }).click()
    const opener = page.getByRole('menuitem', { name: 'Customs declaration' })
    return linesOf(await labelFrom(page, opener)).join(' ')
  }

  await test.step('the page names each field, and leads to it', async () => {
    await page.goto(`${origin('pacific')}/shipments/${data.id}`)
    const note = page.getByRole('note')
    await expect(note).toContainText('Country of origin of item 1')
    await note.getByRole('link', { name: 'HS code of item 1' }).click()
    await expect(code).toBeFocused()
  })
  await test.step('the code is found by words', async () => {
    await code.fill('ceramic mugs')
    // Earlier items of the client may have this code, too.
    await page.getByRole('option', { name: /^6912\.00 Ceramic tableware/ }).click()
    await expect(code).toHaveValue('691200')
    await item.getByRole('textbox', { name: 'Net weight' }).fill('1.9')
    await item.getByRole('combobox', { name: 'Country of origin' }).fill('Portugal')
    await page.getByRole('option', { name: 'Portugal' }).click()
    await expectAccessible(page)
    await button('Save changes').click()
    await expect(heading).toBeVisible()
  })
  await test.step('it is confirmed, and its declaration is made', async () => {
    await button(/^Confirm/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm shipment' }).click()
    await expect(page.getByText('Shipment confirmed', { exact: true }).first()).toBeVisible()
    expect(await declared()).toContain('691200')
  })
  await test.step('what only documents show is corrected, and the price stands', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit customs and contact details' }).click()
    await expect(page.getByText('The price stays as confirmed')).toBeVisible()
    await expect(item.getByRole('textbox', { name: 'Quantity' })).toBeDisabled()
    await expectAccessible(page)
    await expectReflow(page)
    await code.fill('691110')
    await button('Save changes').click()
    await expect(heading).toBeVisible()
    expect(await declared()).toContain('691110')
  })
})

test('a finished draft says at which price it can be confirmed', async ({ page }) => {
  await signIn(page, 'client', 'pacific', { to: false })
  const form = await completeForm(page, { from_country_id: UNITED_STATES })
  const { data } = await call<Made>(page, 'POST', '/shipments', form)
  await call(page, 'POST', `/shipments/${data.id}/quotes`, { options: null })
  const asked = /^Confirm and pay \$[\d,.]+$/
  await page.goto(`${origin('pacific')}/shipments/${data.id}`)
  await expect(page.getByRole('button', { name: asked })).toBeVisible()
  await page.goto(`${origin('pacific')}/shipments?search=${data.tracking_code}`)
  await expect(page.locator('[data-row]').first()).toContainText('Confirm and pay $')
  await page.goto(origin('pacific'))
  const active = page.getByRole('region', { name: /^In progress/ }).getByRole('article')
  const line = active.filter({ hasText: data.tracking_code })
  await line.getByRole('link', { name: asked }).click()
  await expect(page).toHaveURL(new RegExp(`/shipments/wizard/${data.id}/review$`))
})

test('a country that no service goes to is told at the country', async ({ page }) => {
  // The prices of the demo do not go within the country. A service without prices may go anywhere.
  const twin = await makeTwin('pacific', 'unserved')
  await signIn(page, 'admin', twin, { to: false })
  const services = await call<{ data: { id: string }[] }>(page, 'GET', '/auxiliar/services')
  for (const { id } of services.data.slice(2)) await call(page, 'POST', `/services/${id}/deactivate`)
  await page.goto(`${origin(twin)}/shipments/new`)
  const country = page
    .getByRole('group', { name: 'Recipient', exact: true })
    .getByRole('combobox', { name: 'Country', exact: true })
  await country.fill('United States')
  await page.getByRole('option', { name: 'United States', exact: true }).click()
  await expect(country).toHaveAccessibleDescription(/^No service ships from United States to United States/)
  await country.fill('Germany')
  await page.getByRole('option', { name: 'Germany', exact: true }).click()
  await expect(country).toHaveAccessibleDescription('')
})
