import { expect, it } from 'vitest'
import { partyDocumentList, queryOf } from './list'
import { ownerPage } from './owner-page'

it('asks for all documents without a state', () => {
  const { state } = queryOf({ ...partyDocumentList.defaults, state: 'all' } as never)
  expect(state).toBeUndefined()
  expect(queryOf({ ...partyDocumentList.defaults, state: 'expired' } as never).state).toBe('expired')
})

it('takes the filters of a reminder from the address, and no others', () => {
  const search = partyDocumentList.validate({ expires_until: '2026-06-09', kind: 'passport' } as never)
  expect(search.expires_until).toBe('2026-06-09')
  expect(search.kind).toBeUndefined()
})

it('a document leads to the documents of its owner', () => {
  expect(ownerPage({ owner_type: 'partner', owner_id: '7' })).toBe('/partners/7?tab=documents')
  expect(ownerPage({ owner_type: 'client', owner_id: '7' })).toBe('/clients/7?tab=documents')
})
