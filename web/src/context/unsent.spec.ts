import { expect, it } from 'vitest'
import { listUnsent, noteUnsent } from './unsent'

it('knows whose records are still on the phone', () => {
  const ana = { id: 'a', name: 'Ana', email: 'ana@example.com', count: 2 }
  const bo = { id: 'b', name: 'Bo', email: 'bo@example.com', count: 1 }
  noteUnsent(ana)
  noteUnsent(bo)
  noteUnsent({ ...ana, count: 3 })
  expect(listUnsent().map(({ name, count }) => [name, count])).toEqual([
    ['Bo', 1],
    ['Ana', 3],
  ])
  noteUnsent({ ...bo, count: 0 })
  noteUnsent({ ...ana, count: 0 })
  expect(listUnsent()).toEqual([])
  expect(localStorage.getItem('remessa-field-unsent')).toBeNull()
})
