import { expect, it } from 'vitest'
import { historyOf, put, redone, undone } from './history'

it('changes are taken back and made again, one by one', () => {
  const three = put(put(historyOf('a'), 'b'), 'c')
  expect(undone(three).present).toBe('b')
  expect(undone(undone(three)).present).toBe('a')
  expect(redone(undone(undone(three))).present).toBe('b')
  expect(redone(redone(undone(undone(three)))).present).toBe('c')
})

it('at either end nothing happens', () => {
  const one = historyOf('a')
  expect(undone(one)).toBe(one)
  expect(redone(one)).toBe(one)
  expect(put(one, 'a')).toBe(one)
})

it('a new change forgets what was taken back', () => {
  const other = put(undone(put(historyOf('a'), 'b')), 'c')
  expect(other.future).toEqual([])
  expect(undone(other).present).toBe('a')
})

it('the last two hundred changes can be taken back', () => {
  let history = historyOf(0)
  for (let value = 1; value <= 300; value++) history = put(history, value)
  for (let back = 0; back < 300; back++) history = undone(history)
  expect(history.present).toBe(100)
})
