import { expect, it } from 'vitest'
import { ageOn, formatDay, parseDay, todayIn, typedDay } from './birthday'

it('a day gets its slashes while it is typed, and is read once it is whole', () => {
  expect(['0', '010', '01051', '01051990', '01/05/1990x'].map(formatDay)).toEqual([
    '0',
    '01/0',
    '01/05/1',
    '01/05/1990',
    '01/05/1990',
  ])
  expect(parseDay('01/05/1990', false)).toBe('1990-05-01')
  const wrong = ['', '01/05/199', '31/02/1990', '29/02/2007', '00/01/1990', '01/13/1990']
  expect(wrong.map((text) => parseDay(text, false))).toEqual(Array(6).fill(undefined))
})

it('the month is first where people write it first', () => {
  expect(parseDay('05/21/1990', true)).toBe('1990-05-21')
  expect(parseDay('21/05/1990', true)).toBeUndefined()
  expect(typedDay('1990-05-21', true)).toBe('05/21/1990')
  expect(typedDay('1990-05-21', false)).toBe('21/05/1990')
  expect(typedDay('21/0', true)).toBe('21/0')
})

it('the birthday itself counts, and one of the 29th of February has it in March', () => {
  expect(ageOn('2008-11-21', '2026-11-21')).toBe(18)
  expect(ageOn('2008-11-22', '2026-11-21')).toBe(17)
  expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
  expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
})

it('today is the day of the company, not of the browser', () => {
  const now = new Date('2026-11-21T01:30:00Z')
  expect(todayIn('America/Sao_Paulo', now)).toBe('2026-11-20')
  expect(todayIn('Asia/Shanghai', now)).toBe('2026-11-21')
})
