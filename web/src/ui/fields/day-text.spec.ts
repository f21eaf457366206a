import { expect, it } from 'vitest'
import { showDay, takeDay } from './day-text'

it('a day is typed with or without slashes, and read once it is whole', () => {
  expect(
    ['1', '01', '0105', '1/', '1/5/', '01052026', '1/5/2026'].map((text) => takeDay(text, 'day')),
  ).toEqual(['1', '01', '01/05', '01', '01/05', '2026-05-01', '2026-05-01'])
})

it('the part comes first that the country writes first', () => {
  expect(takeDay('05/21/2026', 'month')).toBe('2026-05-21')
  expect(takeDay('2026/5/21', 'year')).toBe('2026-05-21')
  expect(takeDay('05/21/2026', 'day')).toBe('05/21/2026')
  expect((['day', 'month', 'year'] as const).map((order) => showDay('2026-05-21', order))).toEqual([
    '21/05/2026',
    '05/21/2026',
    '2026/05/21',
  ])
})

it('a day that is pasted as the API has it is taken, and one no calendar has is not', () => {
  expect(takeDay(' 2026-05-21 ', 'month')).toBe('2026-05-21')
  expect(takeDay('31/02/2026', 'day')).toBe('31/02/2026')
  expect(showDay('31/02/2026', 'day')).toBe('31/02/2026')
  expect(takeDay('', 'day')).toBe('')
})
