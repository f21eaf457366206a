import { expect, it } from 'vitest'
import type { PortalDocument, PortalDocumentKind } from '@/api/schema'
import { recordOf } from './download'

const document = (kind: PortalDocumentKind): PortalDocument => ({
  id: `${kind}:7`,
  kind,
  record_id: '7',
  name: 'AT1',
  at: '2026-11-26T10:00:00Z',
  amount: null,
  currency: null,
})

it('a document leads to the record that it belongs to', () => {
  expect(recordOf(document('invoice'))).toBe('/invoices/7')
  expect(recordOf(document('credit_note'))).toBe('/invoices/7')
  expect(recordOf(document('receipt'))).toBe('/deposits/7')
  expect(recordOf(document('customs_declaration'))).toBe('/shipments/7')
})
