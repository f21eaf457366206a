import type { Locator, Page } from '@playwright/test'
import { call, expect, origin, signIn, test } from './support'

/** A parcel of a client who has shipped before: nearly everything is known, so little is left to enter. */

test.use({ locale: 'en-US' })

/** A field filled in, an option chosen or a button pressed is one entry each. */
const MOST_ENTRIES = 14

/** Counts what a person does at the form. */
class Hands {
  entries: string[] = []
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async fill(field: Locator, name: string, text: string) {
    await field.fill(text)
    this.entries.push(`type ${name}`)
  }

  /** Types a few letters and takes the first match. */
  async choose(field: Locator, name: string, letters: string, option: RegExp) {
    await field.pressSequentially(letters)
    this.entries.push(`type ${name}`)
    const match = this.page.getByRole('option', { name: option }).first()
    await expect(match).toHaveAttribute('data-combobox-selected', 'true')
    await this.page.keyboard.press('Enter')
    this.entries.push(`choose ${name}`)
  }

  /** The same for a name that may be any: its suggestions are only offered. */
  async pick(field: Locator, name: string, letters: string, option: RegExp) {
    await this.fill(field, name, letters)
    await this.page.getByRole('option', { name: option }).first().click()
    this.entries.push(`choose ${name}`)
  }

  async press(button: Locator, name: string) {
    await button.click()
    this.entries.push(`press ${name}`)
  }
}

const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** An earlier parcel of the client: its recipient and its options are known from then on. */
async function earlier(page: Page, recipient: string) {
  const clients = await call<{ data: { id: string; label: string }[] }>(page, 'GET', '/clients/select')
  const services = await call<{ data: { id: string; code: string }[] }>(page, 'GET', '/auxiliar/services')
  const client = clients.data.find(({ label }) => label.startsWith('C002'))
  await call(page, 'POST', '/shipments', {
    client_id: client?.id,
    service_id: services.data.find(({ code }) => code === 'PRIORITY')?.id,
    contents_type: 'merchandise',
    incoterm: 'DAP',
    to_name: recipient,
    to_country_id: 32,
    to_document: '52998224725',
    to_phone: '+5581987654321',
    to_postcode: '50050-000',
    to_address_1: 'Rua da Aurora',
    to_address_number: '10',
    to_city: 'Recife',
  })
}

test("a returning client's parcel takes few entries", async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same form; its layout on a phone has tests of its own')
  const recipient = `Beatriz ${Date.now()}`
  await signIn(page, 'staff', 'pacific', { to: false })
  await earlier(page, recipient)
  await page.goto(`${origin('pacific')}/shipments/new`)
  const [sender, receiver] = [part(page, 'Sender'), part(page, 'Recipient')]
  const [parcel, item] = [part(page, 'Parcel 1'), part(page, 'Item 1')]
  const hands = new Hands(page)

  await hands.choose(sender.getByRole('combobox', { name: 'Client' }), 'client', 'mar azul', /Mar Azul/)
  await expect(sender.getByRole('combobox', { name: /name/i }).last()).toHaveValue('Mar Azul Importadora')
  await expect(page.getByRole('combobox', { name: 'Service', exact: true })).toHaveValue('Priority')

  await hands.pick(receiver.getByRole('combobox', { name: 'Name' }), 'recipient', recipient, /Rua da Aurora/)
  await expect(receiver.getByRole('textbox', { name: 'City' })).toHaveValue('Recife')

  await hands.choose(parcel.getByRole('combobox', { name: 'Packaging' }), 'packaging', 'small', /Small box/)
  await expect(parcel.getByRole('textbox', { name: 'Length' })).toHaveValue('10')
  await hands.fill(parcel.getByRole('textbox', { name: 'Weight' }), 'weight', '2.5')

  await hands.fill(item.getByRole('textbox', { name: 'Description' }), 'description', 'Coffee, roasted')
  await hands.fill(item.getByRole('textbox', { name: 'Quantity' }), 'quantity', '3')
  await hands.fill(item.getByRole('textbox', { name: 'Unit value' }), 'value', '19.90')
  await expect(page.getByText('Ready to ship')).toBeVisible()

  await hands.press(page.getByRole('button', { name: 'Create shipment' }), 'create')
  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)

  const told = `${hands.entries.length} entries: ${hands.entries.join(', ')}`
  test.info().annotations.push({ type: 'entries', description: told })
  process.stdout.write(`${told}\n`)
  expect(hands.entries.length).toBeLessThanOrEqual(MOST_ENTRIES)

  const id = page.url().split('/').at(-1)
  const { data } = await call<{ data: Record<string, unknown> }>(page, 'GET', `/shipments/${id}`)
  expect(data).toMatchObject({
    missing: [],
    status: 10,
    from_name: 'Mar Azul Importadora',
    from_city: 'San Francisco',
    to_phone: '+5581987654321',
    incoterm: 'DAP',
  })
  expect(Number(data.declared_value)).toBe(59.7)
})
