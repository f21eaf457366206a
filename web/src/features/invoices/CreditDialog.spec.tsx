import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import type { Invoice } from '@/api/schema'
import { renderPage } from '../../../test/render'
import CreditDialog from './CreditDialog'

const { invoiceCredit } = vi.hoisted(() => ({ invoiceCredit: vi.fn() }))

vi.mock('@/api/generated/endpoints/finance/finance', () => ({
  invoiceCredit,
  getInvoiceShowQueryKey: (id: string) => ['invoices', id],
  invalidateInvoiceList: vi.fn(),
  invalidateInvoiceShow: vi.fn(),
  invalidateWalletEntryList: vi.fn(),
  invalidateWalletShow: vi.fn(),
}))

const item = (seq: number, tracking_code: string) => ({
  seq,
  tracking_code,
  details: {},
  service_amount: '20.00',
  tax_amount: '0.00',
  credited_service: '0.00',
  credited_tax: '0.00',
  creditable: '20.00',
})
const INVOICE = {
  id: 'i',
  number: '2026-7',
  currency: 'USD',
  items: [item(1, 'AT1'), item(4, 'AT4')],
} as unknown as Invoice

it('what is no more left of a shipment is said at its amount', async () => {
  const errors = { 'items.1.service_amount': [{ code: 'too_large', params: { max: '5.00' }, message: 'x' }] }
  invoiceCredit.mockRejectedValue(
    new ApiError(422, { message: '', message_code: 'validation_failed', errors } as never),
  )
  await renderPage(() => <CreditDialog invoice={INVOICE} opened onClose={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Credit everything' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Lost')
  await userEvent.click(screen.getByRole('button', { name: 'Issue credit note' }))
  const amount = screen.getByRole('textbox', { name: 'Services for AT4' })
  await waitFor(() => expect(amount).toBeInvalid())
  expect(amount).toHaveAccessibleDescription(/Enter 5(\.00)? or less\./)
  expect(screen.getByRole('textbox', { name: 'Services for AT1' })).toBeValid()
  expect(screen.queryByRole('alert')).toBeNull()
})
