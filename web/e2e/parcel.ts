import { expect, type Page } from '@playwright/test'
import type { Hands } from './hands'
import { call, origin } from './support'

const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** An earlier parcel of the client: its recipient and its options are known from then on. */
export async function earlierParcel(page: Page, recipient: string) {
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
    to_state_id: 16,
    to_address_1: 'Rua da Aurora',
    to_address_number: '10',
    to_city: 'Recife',
    items: [{ description: 'Coffee, roasted', quantity: '1', hs_code: '090121', origin_country_id: 32 }],
  })
}

/** A client who has shipped before sends a parcel to a recipient who is known. */
export async function sendParcel(page: Page, hands: Hands, recipient: string) {
  await page.goto(`${origin('pacific')}/shipments/new`)
  const [sender, receiver] = [part(page, 'Sender'), part(page, 'Recipient')]
  const [parcel, item] = [part(page, 'Parcel 1'), part(page, 'Item 1')]

  await hands.choose(sender.getByRole('combobox', { name: 'Client' }), 'client', 'mar azul', /Mar Azul/)
  await expect(sender.getByRole('combobox', { name: /name/i }).last()).toHaveValue('Mar Azul Importadora')
  await expect(page.getByRole('combobox', { name: 'Service', exact: true })).toHaveValue('Priority')

  await hands.pick(receiver.getByRole('combobox', { name: 'Name' }), 'recipient', recipient, /Rua da Aurora/)
  await expect(receiver.getByRole('textbox', { name: 'City' })).toHaveValue('Recife')

  await hands.choose(parcel.getByRole('combobox', { name: 'Packaging' }), 'packaging', 'small', /Small box/)
  await expect(parcel.getByRole('textbox', { name: 'Length' })).toHaveValue('10')
  await hands.fill(parcel.getByRole('textbox', { name: 'Weight' }), 'weight', '2.5')

  // What was sent before comes with its description and its origin.
  await hands.pick(item.getByRole('combobox', { name: 'HS code' }), 'goods', 'coffee', /Coffee, roasted/)
  await expect(item.getByRole('textbox', { name: 'Description' })).toHaveValue('Coffee, roasted')
  await hands.fill(item.getByRole('textbox', { name: 'Quantity' }), 'quantity', '3')
  await hands.fill(item.getByRole('textbox', { name: 'Net weight' }), 'net weight', '2')
  await hands.fill(item.getByRole('textbox', { name: 'Unit value' }), 'value', '19.90')
  await expect(page.getByText('Ready to ship')).toBeVisible()

  await hands.press(page.getByRole('button', { name: 'Create shipment' }), 'create')
  await expect(page).toHaveURL(/\/shipments\/[0-9a-f-]{36}$/)
}
