import { expect, it } from 'vitest'
import { fileUrl, queryOf, shipmentDocumentList } from './list'

it('asks for all documents of shipments without a state', () => {
  expect(queryOf({ ...shipmentDocumentList.defaults, state: 'all' } as never).state).toBeUndefined()
  expect(queryOf({ ...shipmentDocumentList.defaults, state: 'replaced' } as never).state).toBe('replaced')
})

it('takes the filters of a reminder from the address, and kinds of documents of shipments alone', () => {
  const search = shipmentDocumentList.validate({ expires_until: '2026-06-09', kind: 'license' } as never)
  expect(search.expires_until).toBe('2026-06-09')
  expect(search.kind).toBeUndefined()
  expect(shipmentDocumentList.validate({ kind: 'prescription' } as never).kind).toBe('prescription')
})

it('a file has the address of its request', () => {
  expect(fileUrl({ request_id: 'r', id: 'd' })).toBe('/api/backoffice/anvisa_solicita/r/documents/d')
})
