import { expect, test } from 'vitest'
import type { OpenCash } from '@/api/schema'
import { namesOf } from './open-cash'

const cash = (client_id: string, subsidiary_id: string | null, currency = 'BRL') =>
  ({ client_id, client_name: `Client ${client_id}`, subsidiary_id, currency }) as OpenCash

test('a branch is named where a client has cash of several in one currency', () => {
  const one = cash('1', 'a')
  const other = cash('1', null)
  const names = namesOf([one, other, cash('1', 'a', 'USD'), cash('2', 'a')], [{ id: 'a', label: 'Recife' }])
  expect(names(one)).toBe('Client 1 · Recife')
  expect(names(other)).toBe('Client 1')
  expect(names(cash('1', 'a', 'USD'))).toBe('Client 1')
  expect(names(cash('2', 'a'))).toBe('Client 2')
})
