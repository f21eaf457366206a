import { expect, it } from 'vitest'
import { claimColumns } from './columns'
import { claimList } from './list'

const t = ((key: string) => key) as never
const ID = '0199d3c2-7c1a-7000-8000-000000000001'

const read = (raw: Record<string, unknown>) => claimList.validate(raw as never)
const idsFor = (isStaff: boolean) => claimColumns({ t, isStaff }).map(({ id }) => id)

it('the list begins with what waits for a decision', () => {
  expect(read({}).status).toBe('open')
  expect(read({ status: 'lost' }).status).toBe('open')
})

it('the address names a shipment and a kind, and nothing that does not exist', () => {
  const values = read({ status: 'all', shipment_id: ID, kind: 'damaged', client_id: 'x' })
  expect(values).toMatchObject({ status: 'all', shipment_id: ID, kind: 'damaged', client_id: undefined })
  expect(read({ kind: 'eaten' }).kind).toBeUndefined()
})

it('staff see whose claim it is; a client has its own ones only', () => {
  expect(idsFor(true)).toContain('client_name')
  expect(idsFor(false)).not.toContain('client_name')
})

it('the server can sort by each column that offers it', () => {
  const sortable = claimColumns({ t, isStaff: true }).filter(({ sortable }) => sortable)
  expect(sortable.map(({ id }) => id).toSorted()).toEqual(claimList.sortable.toSorted())
})
