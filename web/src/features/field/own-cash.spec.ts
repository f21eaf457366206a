import { expect, it } from 'vitest'
import type { FieldRoutes, RecordKind } from '@/api/schema'
import { makeRecord } from './driver-records'
import { carriedCash } from './own-cash'
import type { QueuedRecord } from './queue/database'

const AT = new Date('2026-11-26T10:00:00Z')
let seq = 0

function row(kind: RecordKind, payload: Partial<QueuedRecord['record']['payload']>): QueuedRecord {
  seq += 1
  const device = { id: 'phone', seq }
  const record = makeRecord({ device, stop: 'stop', kind, at: AT, payload, files: [], position: undefined })
  return { id: record.id, owner: 'me', state: 'unsent', record, sentAt: null, refusal: null }
}

const stop = { id: 'stop', cod_currency: 'BRL' }
const runs = (cash: FieldRoutes['cash']) =>
  ({ routes: [{ stops: [stop], pickups: [] }], reasons: [], cash }) as unknown as FieldRoutes

it('is what the server knows and what the phone has taken since', () => {
  const carried = (cash: FieldRoutes['cash'], ...records: QueuedRecord[]) =>
    carriedCash(runs(cash), { queue: { records, files: [] }, loadedAt: 10 }).map(
      ({ currency, amount }) => `${currency} ${Number(amount)}`,
    )
  expect(carried([])).toEqual([])
  const taken = row('deliver', { cash: '10.50' })
  expect(carried([{ currency: 'BRL', amount: '2' }], taken)).toEqual(['BRL 12.5'])
  const undo = row('undo', { undoes: taken.id })
  expect(carried([{ currency: 'USD', amount: '3' }], taken, undo)).toEqual(['USD 3'])
  const known: QueuedRecord = { ...taken, state: 'sent', sentAt: 5 }
  expect(carried([{ currency: 'BRL', amount: '10.5' }], known)).toEqual(['BRL 10.5'])
  expect(carried([{ currency: 'BRL', amount: '10.5' }], known, undo)).toEqual([])
})
